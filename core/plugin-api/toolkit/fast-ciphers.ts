import { readFileSync } from 'node:fs';
import type { SqliteCipher } from './sqlite-encryption.ts';

/**
 * The ciphers of encrypted databases, fastest on this machine first: AEGIS costs next to nothing on processors with AES
 * instructions, and much on others.
 * @param cpuinfo Linux's description of the processor; on other systems the instructions are assumed
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
