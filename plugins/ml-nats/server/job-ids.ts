import { createCipheriv, createHmac } from 'node:crypto';
import type { Job } from '../wire/job.ts';

/**
 * Names jobs by their content: the same picture for the same models always has the same name. After a restart, the server
 * therefore finds the answer that arrived meanwhile.
 *
 * A picture has millions of bytes, so each is reduced to a Poly1305 tag (RFC 8439) under a secret key, which takes a
 * fraction of the time of SHA-256. Tags under one nonce must stay secret, so the name is an HMAC-SHA-256 of the tags. The
 * name reveals nothing about the picture.
 */
export class JobIds {
  readonly #tagKey: Uint8Array;
  readonly #nameKey: Uint8Array;

  /** @param deriveKey the one of the plugin's host */
  constructor(deriveKey: (purpose: string) => Uint8Array) {
    this.#tagKey = deriveKey('tags of pictures');
    this.#nameKey = deriveKey('names of jobs');
  }

  /** 128 bits in hexadecimal. */
  of({ images, task, needs, model, faces, texts, parts }: Job): string {
    const sizes = images.map(({ width, height }) => [width, height]);
    const facts = [task, needs, model, faces, texts, parts, sizes];
    const name = createHmac('sha256', this.#nameKey).update(JSON.stringify(facts));
    for (const { data } of images) name.update(this.#tagOf(data));
    return name.digest('hex').slice(0, 32);
  }

  #tagOf(data: Uint8Array): Buffer {
    const cipher = createCipheriv('chacha20-poly1305', this.#tagKey, Buffer.alloc(12), { authTagLength: 16 });
    cipher.setAAD(data, { plaintextLength: 0 });
    cipher.final();
    return cipher.getAuthTag();
  }
}
