import { readFile } from 'node:fs/promises';
import { arch } from 'node:process';

/** Session options, as far as they are about products of bytes. */
export interface ExactProducts {
  readonly extra?: { readonly session: { readonly x64quantprecision: '1' } };
}

/** What Linux calls the instructions for products of bytes whose sums have 32 bits: VNNI. */
const wideSums = ['avx512_vnni', 'avx_vnni'];

/**
 * What a network with signed 8-bit weights needs to count alike on every processor. Those of x64 without VNNI add up products
 * of bytes in 16 bits, which overflow: there onnxruntime has to make the weights unsigned, which takes twice the time.
 * @param processor its kind, as Node names it
 * @param cpuinfo what Linux tells of its instructions; empty where it is not known
 */
export function exactProducts(processor: string, cpuinfo: string): ExactProducts {
  if (processor !== 'x64') return {};
  const flags = /^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.split(' ') ?? [];
  if (wideSums.some((flag) => flags.includes(flag))) return {};
  return { extra: { session: { x64quantprecision: '1' } } };
}

/** The same for the processor that this runs on. */
export async function exactProductsHere(): Promise<ExactProducts> {
  return exactProducts(arch, await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));
}
