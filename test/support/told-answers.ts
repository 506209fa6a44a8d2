import type { ServerInjectResponse } from '@hapi/hapi';
import type { Secrets } from './parted-library.ts';

/** Secret photos and people that a response contains. */
export function secretsIn(payload: string, { photos, people }: Secrets): string[] {
  const named = [...payload.matchAll(/(?:"uid":"|photos\/)u(\d+)\b/g)].filter(([, at]) => photos.has(Number(at) + 1));
  const known = [...payload.matchAll(/\/people\/(\d+)\//g)].filter(([, id]) => people.includes(Number(id)));
  return [...named, ...known].map(([text]) => text);
}

/** The parts of a response that a client can distinguish. */
export function told({ statusCode, headers, payload }: ServerInjectResponse, url: string): object {
  const { etag, 'content-length': length, 'x-error-kind': kind } = headers;
  const isSuggestions = statusCode === 200 && url.startsWith('/api/search/s');
  return { statusCode, etag, length, kind, body: isSuggestions ? byName(payload) : plain(payload) };
}

/** Suggestions with equal numbers of photos are in the order in which they were learned. */
function byName(payload: string): unknown {
  const kinds = Object.entries(plain(payload) as Record<string, object[]>);
  return kinds.map(([kind, found]) => [kind, found.map((one) => JSON.stringify(one)).sort()]);
}

function plain(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
