import { createHmac, hkdfSync } from 'node:crypto';

/** Knows the sidecars that were written under one signing secret, and not touched since. */
export interface SidecarSeal {
  /** A sidecar with its seal. @param path in the folder of the sidecars: a copy elsewhere is no sidecar of ours */
  sealed(path: string, text: string): string;
  isSealed(path: string, text: string): boolean;
}

/** The program that wrote a sidecar, as XMP names it; the seal stands behind it. */
const program = /x:xmptk="Photofinch [^"]*/;
const seal = / #([0-9a-f]{64})(?=")/;

/** @param secret the signing secret */
export function sidecarSeal(secret: Buffer): SidecarSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'photofinch sidecars v1', 32));
  const mac = (path: string, text: string): string =>
    createHmac('sha256', key).update(`${path}\n${text}`).digest('hex');
  return {
    sealed: (path, text) => text.replace(program, (named) => `${named} #${mac(path, text)}`),
    isSealed: (path, text) => seal.exec(text)?.[1] === mac(path, text.replace(seal, '')),
  };
}
