import type { Call } from './route.ts';

/** The value of a header; the first one if it occurs several times. @param name in lower case */
export function firstHeader(headers: Call['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}
