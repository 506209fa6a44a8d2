import { Readable } from 'node:stream';
import { expect } from 'chai';
import { readContentHeaders, rangeHeader } from '../../../plugins/bridge-upstream/client/content-headers.ts';
import { readError } from '../../../plugins/bridge-upstream/client/error-answer.ts';
import { BridgeFailure } from '../../../plugins/bridge-upstream/client/failure.ts';
import * as shapes from '../../../plugins/bridge-upstream/client/shapes.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    'null',
    '[]',
    '{}',
    'true',
    '1',
    '-1',
    '1e400',
    '""',
    '"items":',
    '"next":',
    '"uid":',
    '"__proto__":',
    '"constructor":',
    '"toString"',
  ],
  ...[
    '"contract":2',
    '"cursor_expired"',
    '"bridge_auth"',
    '"bytes 5-9/10"',
    '"content-range":',
    '"retry-after":"1e9"',
    '"retry-after":"9999999999999999999"',
  ],
];
const { signal } = new AbortController();
const ranges = [undefined, { start: 0, end: 9 }, { start: -10 }, { start: 5 }] as const;

describe('the parsers of bridge responses, with', () => {
  fuzz({
    seeds: 'client-answers',
    words,
    runs: 1500,
    check: async (input) => {
      const text = textOf(input);
      await expectError(text, {});
      const json = parsed(text);
      if (json === undefined) return;
      for (const shape of Object.values(shapes)) orError(() => shape(json), BridgeFailure);
      const headers = headersOf(json);
      await expectError('{}', headers);
      for (const range of ranges) {
        const answer = { status: range ? 206 : 200, headers, body: Readable.from([]) };
        const content = orError(() => readContentHeaders(answer, range), BridgeFailure);
        if (!content) continue;
        expect(content.length).to.be.within(0, content.totalLength);
        expect(content.rev).to.have.lengthOf.within(1, 256);
        expect(Number.isSafeInteger(content.modifiedTime)).to.equal(true);
        if (content.sha1 !== null) expect(content.sha1).to.match(/^[0-9a-f]{40}$/);
        if (range && content.range) {
          const { start, end } = content.range;
          expect(end - start + 1).to.equal(content.length);
          expect(end).to.be.below(content.totalLength);
          expect(rangeHeader(content.range)).to.equal(`bytes=${start}-${end}`);
        }
      }
    },
  });
});

async function expectError(body: string, headers: Record<string, string>): Promise<void> {
  for (const status of [401, 404, 410, 429, 503]) {
    const error = await readError(
      { status, headers: { 'retry-after': headers['retry-after'] }, body: Readable.from([Buffer.from(body)]) },
      signal,
    );
    expect(error).to.be.instanceOf(BridgeFailure);
    expect(error.message.length).to.be.within(1, 400);
    expect(error.message).to.not.match(/\p{Cc}/u);
    if (error.retryAfter !== undefined) expect(error.retryAfter).to.be.within(0, 3600);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only strings can be headers. */
const headersOf = (json: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(json) as object).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
