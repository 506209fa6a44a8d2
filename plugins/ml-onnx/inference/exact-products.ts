import { readFile } from 'node:fs/promises';
import { arch } from 'node:process';

/** Session options that concern 8-bit products. */
export interface ExactProducts {
  readonly extra?: { readonly session: { readonly x64quantprecision: '1' } };
}

/** Linux's names of the instructions for 8-bit products with 32-bit sums: VNNI. */
const wideSums = ['avx512_vnni', 'avx_vnni'];

/**
 * The session options with which a model with signed 8-bit weights computes the same on every processor. x64 without VNNI
 * adds up 8-bit products in 16 bits, which overflow: there onnxruntime has to convert the weights to unsigned, which takes
 * twice the time.
 * @param processor its architecture, as Node names it
 * @param cpuinfo Linux's description of its instructions; empty if unknown
 */
export function exactProducts(processor: string, cpuinfo: string): ExactProducts {
  if (processor !== 'x64') return {};
  const flags = /^flags\s*:(.*)$/m.exec(cpuinfo)?.[1]?.split(' ') ?? [];
  if (wideSums.some((flag) => flags.includes(flag))) return {};
  return { extra: { session: { x64quantprecision: '1' } } };
}

/** The same for this machine. */
export async function exactProductsHere(): Promise<ExactProducts> {
  return exactProducts(arch, await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));
}
