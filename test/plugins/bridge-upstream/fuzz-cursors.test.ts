import { expect } from 'chai';
import { BadCursor } from '../../../plugins/bridge-upstream/bridge/catalog.ts';
import * as cursors from '../../../plugins/bridge-upstream/bridge/journal/cursors.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

/** A value that is written and read again is the same; the text may differ, since -0 and 007 are numbers too. */
function expectInverse<T>(text: string, read: (cursor: string) => T, write: (value: T) => string): void {
  const value = orError(() => read(text), BadCursor);
  if (value === undefined) return;
  const again = write(value);
  expect(again.length).to.be.at.most(text.length);
  expect(JSON.stringify(read(again))).to.equal(JSON.stringify(value));
  for (const part of Object.values(value as object))
    if (typeof part === 'number') expect(Number.isSafeInteger(part)).to.equal(true);
}

describe('the cursors of the bridge, with', () => {
  fuzz({
    seeds: 'cursors',
    words: ['c.', 't.', 'p.', 'a.', '.', '-0', '-', '~', '=', '999999999999999', '\n', '\0', '.c.x.1', '٣', '\ue000'],
    runs: 20_000,
    check: (input) => {
      const text = textOf(input);
      expectInverse(text, cursors.readFeedCursor, ({ era, seq }) => cursors.writeFeedCursor(era, seq));
      expectInverse(text, cursors.readTimelineCursor, (at) =>
        cursors.writeTimelineCursor(at.position, at.changesCursor),
      );
      expectInverse(text, cursors.readAlbumPhotosCursor, cursors.writeAlbumPhotosCursor);
      expectInverse(text, cursors.readAlbumsCursor, cursors.writeAlbumsCursor);
    },
  });
});
