import { checksOf } from '../check.ts';
import type { Context, Specimen } from '../context.ts';
import { isError, must, same } from '../expect.ts';
import type { ProbeResponse } from '../probe.ts';
import { Skip } from '../skip.ts';

async function ask(
  context: Context,
  headers: Readonly<Record<string, string>>,
): Promise<Specimen & { seen: ProbeResponse }> {
  const specimen = await context.specimen();
  const response = await context.probe.send(`/photos/${specimen.node.uid}/full`, { headers });
  return { ...specimen, seen: { ...response, asked: `${response.asked} with ${JSON.stringify(headers)}` } };
}

/** Checks that the response to `range` has the bytes from `start` to `end`, both inclusive. */
async function answersPart(context: Context, range: string, start: number, end: number): Promise<void> {
  const { seen: response, bytes } = await ask(context, { range: `bytes=${range}` });
  same(response.status, 206, `${response.asked}: the status`);
  same(response.headers['content-range'], `bytes ${start}-${end}/${bytes.length}`, `${response.asked}: Content-Range`);
  same(response.headers['content-length'], String(end - start + 1), `${response.asked}: Content-Length`);
  must(
    response.body.equals(bytes.subarray(start, end + 1)),
    `${response.asked}: the bytes are not those of the whole photo.`,
  );
}

function answersWhole({ seen: response, bytes }: Specimen & { seen: ProbeResponse }): void {
  same(
    [response.status, response.headers['content-range']],
    [200, undefined],
    `${response.asked}: the status and Content-Range`,
  );
  must(response.body.equals(bytes), `${response.asked}: the bytes are not those of the whole photo.`);
}

async function size(context: Context): Promise<number> {
  return (await context.specimen()).bytes.length;
}

export const rangeChecks = checksOf('core', {
  'announces support for ranges': async (context) => {
    const { seen: response } = await ask(context, {});
    same(response.headers['accept-ranges'], 'bytes', `${response.asked}: Accept-Ranges`);
  },
  'returns a range of only the first byte': (context) => answersPart(context, '0-0', 0, 0),
  'returns a range of only the last byte': async (context) => {
    const last = (await size(context)) - 1;
    await answersPart(context, `${last}-${last}`, last, last);
  },
  'returns a range without an end': async (context) => {
    const total = await size(context);
    const start = Math.floor(total / 2);
    await answersPart(context, `${start}-`, start, total - 1);
  },
  'returns a range that counts from the end': async (context) => {
    const total = await size(context);
    const count = Math.min(total, 10);
    await answersPart(context, `-${count}`, total - count, total - 1);
  },
  'returns all bytes for a suffix range longer than the photo': async (context) => {
    const total = await size(context);
    await answersPart(context, `-${total + 100}`, 0, total - 1);
  },
  'ends a range at the end of the photo': async (context) => {
    const total = await size(context);
    await answersPart(context, `${total - 1}-${total + 1000}`, total - 1, total - 1);
  },
  'returns ranges across block boundaries': async (context) => {
    const total = await size(context);
    const edges = [4096, 65_536, 2 * 65_536].filter((edge) => edge + 2 < total);
    if (edges.length === 0) throw new Skip('No sampled photo is larger than 4 KiB.');
    for (const edge of edges) {
      await answersPart(context, `${edge - 1}-${edge}`, edge - 1, edge);
      await answersPart(context, `${edge}-${edge + 1}`, edge, edge + 1);
      await answersPart(context, `${edge - 2}-${edge - 1}`, edge - 2, edge - 1);
      await answersPart(context, `1-${edge + 1}`, 1, edge + 1);
    }
  },
  'answers 416 for a range beyond the end': async (context) => {
    const total = await size(context);
    for (const range of [`${total}-`, `${total + 5}-${total + 9}`]) {
      const { seen: response } = await ask(context, { range: `bytes=${range}` });
      isError(response, 'bad_range');
      same(response.headers['content-range'], `bytes */${total}`, `${response.asked}: Content-Range`);
    }
  },
  'ignores a malformed range, and returns the whole photo': async (context) => {
    for (const range of ['bytes=5-2', 'bytes=a-b', 'pages=1-2', 'bytes', ''])
      answersWhole(await ask(context, { range }));
  },
  'never returns several ranges as multipart': async (context) => {
    const { seen: response, bytes, node } = await ask(context, { range: 'bytes=0-0,2-2' });
    must(
      [200, 206, 416].includes(response.status),
      `${response.asked}: expected 200, 206 or 416, got ${response.status}.`,
    );
    if (response.status === 416) return;
    same(response.headers['content-type'], node.mediaType, `${response.asked}: Content-Type`);
    if (response.status === 200)
      must(response.body.equals(bytes), `${response.asked}: the bytes are not those of the whole photo.`);
    else
      must(
        /^bytes \d+-\d+\//.test(response.headers['content-range'] ?? ''),
        `${response.asked}: 206 without a valid Content-Range.`,
      );
  },
  'returns the range if If-Range matches the ETag': async (context) => {
    const { node } = await context.specimen();
    const { seen: response } = await ask(context, { range: 'bytes=0-0', 'if-range': `"${node.rev}"` });
    same([response.status, response.body.length], [206, 1], `${response.asked}: the status and the number of bytes`);
  },
  'returns the whole photo if If-Range does not match the ETag': async (context) => {
    const { node } = await context.specimen();
    const past = 'Thu, 01 Jan 1970 00:00:01 GMT';
    for (const validator of ['"other"', `W/"${node.rev}"`, past]) {
      answersWhole(await ask(context, { range: 'bytes=0-0', 'if-range': validator }));
    }
  },
  'answers 304 if If-None-Match matches, even with a range': async (context) => {
    const { node } = await context.specimen();
    const { seen: response } = await ask(context, { range: 'bytes=0-0', 'if-none-match': `"${node.rev}"` });
    same(response.status, 304, `${response.asked}: the status`);
  },
  'answers HEAD with a range, but sends no body': async (context) => {
    const { node, bytes } = await context.specimen();
    for (const range of ['bytes=0-0', `bytes=${bytes.length}-`]) {
      const raw = await context.probe.raw('HEAD', `/photos/${node.uid}/full`, { range });
      must(raw.indexOf('\r\n\r\n') === raw.length - 4, `HEAD with Range ${range}: there is a body after the headers.`);
    }
  },
});
