import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** The part of the browser's options that the device needs. */
export interface CredentialOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

/** A browser with a security key, controlled by tests. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  /** The attestation format of new passkeys. */
  format = 'none';
  origin = 'https://photos.example';
  /** Whether it verifies its user. */
  knowsItsUser = true;
  /** The user handle of the site, set when the passkey was made. */
  #handle: string | undefined;
  readonly #key: KeyObject;
  readonly #cose: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [x, y].map((part) => Buffer.from(part, 'base64url'));
    // A map of CBOR: ES256 over P-256, and the two coordinates.
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      left ?? Buffer.alloc(32),
      Buffer.from('225820', 'hex'),
      right ?? Buffer.alloc(32),
    ]);
    this.#key = privateKey;
  }

  make(asked: CredentialOptions): object {
    this.#handle = asked.user?.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose]);
    const data = Buffer.concat([this.#data(asked.rp?.id ?? '', present | withKey), attested]);
    const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText(this.format), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), Buffer.from([0x58, data.length]), data],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', asked).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['usb'],
    });
  }

  sign(asked: CredentialOptions): string {
    const data = this.#data(asked.rpId ?? '', this.knowsItsUser ? present | verified : present);
    const clientData = this.#clientData('webauthn.get', asked);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#key);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(this.#handle !== undefined && { userHandle: this.#handle }),
    };
    return JSON.stringify(this.#answer(response));
  }

  #data(domain: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, { challenge }: CredentialOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
