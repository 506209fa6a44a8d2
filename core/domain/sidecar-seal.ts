import { createHmac, hkdfSync } from 'node:crypto';

/** Recognises sidecars that were written with a signing secret and not modified since. */
export interface SidecarSeal {
  /** Adds a seal to a sidecar. @param path in the folder of sidecars: a copy elsewhere is not recognised */
  sealed(path: string, text: string): string;
  isSealed(path: string, text: string): boolean;
}

/** The program that wrote a sidecar, in XMP's format, followed by the seal. */
const program = /x:xmptk="Photofinch [^"]*/;
const seal = / #([0-9a-f]{64})(?=")/;

/** @param secret the signing secret */
export function sidecarSeal(secret: Buffer): SidecarSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'photofinch sidecars v1', 32));
  const mac = (path: string, text: string): string =>
    createHmac('sha256', key).update(`${path}\n${text}`).digest('hex');
  return {
    sealed: (path, text) => text.replace(program, (name) => `${name} #${mac(path, text)}`),
    isSealed: (path, text) => seal.exec(text)?.[1] === mac(path, text.replace(seal, '')),
  };
}
