import { readFileSync } from 'node:fs';
import type { SqliteCipher } from './sqlite-encryption.ts';

/**
 * The ciphers of encrypted databases, the one that is fast on this machine first: AEGIS costs next to nothing where the
 * processor has instructions for AES, and much elsewhere.
 * @param cpuinfo what Linux says of the processor; on other systems the instructions are taken for granted
 */
export function fastCiphers(cpuinfo = processorFacts()): readonly [first: SqliteCipher, second: SqliteCipher] {
  const flags = /^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo)?.[1];
  const hasAes = flags === undefined || / aes( |$)/.test(flags);
  return hasAes ? ['aegis-256x2', 'chacha20'] : ['chacha20', 'aegis-256x2'];
}

function processorFacts(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
