import { createCipheriv, createHmac } from 'node:crypto';
import type { Job } from '../wire/job.ts';

/**
 * Names jobs by what they are: the same picture for the same models is the same job, also after the server was started again, which
 * then finds the answer that came meanwhile.
 *
 * Millions of bytes are hashed for each picture, so this is a Poly1305 tag (RFC 8439), which takes a fraction of the time of
 * SHA-256, under a key that nobody else has; and HMAC-SHA-256 over that, since tags under one nonce must not be seen.
 * What comes out tells nothing of the picture.
 */
export class JobIds {
  readonly #tagKey: Uint8Array;
  readonly #nameKey: Uint8Array;

  /** @param deriveKey that of the plugin's host */
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
