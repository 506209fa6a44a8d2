import type { Call } from './route.ts';

/** The value of a header; of one that came several times the first. @param name in lower case */
export function firstHeader(headers: Call['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}
