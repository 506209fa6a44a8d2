import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Reply } from './route.ts';

/**
 * A JSON answer `{"<name>": [items], "total": n}` that is written page by page as the client reads it: however many items
 * there are, only one page of them is in memory, and other requests are answered in between.
 */
export function streamedList(name: string, pages: Iterable<readonly unknown[]>, total: number): Reply {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return new Reply(Readable.from(jsonChunks(name, pages, total), { objectMode: false }), { headers });
}

async function* jsonChunks(
  name: string,
  pages: Iterable<readonly unknown[]>,
  total: number,
): AsyncGenerator<string, void, undefined> {
  let separator = '';
  yield `{${JSON.stringify(name)}:[`;
  for (const page of pages) {
    if (page.length > 0) yield separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
    await setImmediate();
  }
  yield `],"total":${total}}`;
}
