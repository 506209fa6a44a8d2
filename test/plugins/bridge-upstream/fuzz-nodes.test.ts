import { expect } from 'chai';
import { isUid, readListed, readNodeAnswer } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/node.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { expectWellFormed, jsonWords } from '../../support/fuzz-shapes.ts';

const words = [
  ...jsonWords,
  ...['0.5', '"missing":true', 'true', ','],
  ...[
    '"-271821-04-20T00:00:00Z"',
    '"+275760-09-13T00:00:00Z"',
    '"0"',
    '"../x"',
    '"a.b"',
    '😀',
    '"tags":',
    '"name":',
    '"size":',
  ],
];
const farthest = 8.64e12;

describe('the parsers of lines about photos of an upstream, with', () => {
  fuzz({
    seeds: 'nodes',
    words,
    runs: 10_000,
    check: (input) => {
      const line = textOf(input);
      const listed = readListed(line);
      if (listed) {
        expectUid(listed.uid);
        if (listed.captureTime !== null) expectSeconds(listed.captureTime);
      }
      const answer = readNodeAnswer(line);
      if (!answer) return;
      expectUid(answer.uid);
      if (!answer.node) return;
      const { name, mediaType, size, sha1, tags, albums, relatedUids, modificationTime, ...times } = answer.node;
      expect(name.length).to.be.within(1, 1000);
      expectWellFormed(name);
      expect(mediaType).to.match(/^[\w.+-]+\/[\w.+-]+$/);
      expect(Number.isSafeInteger(size) && size >= 0).to.equal(true);
      if (sha1 !== null) expect(sha1).to.match(/^[0-9a-f]{40}$/);
      for (const tag of tags) {
        expect(tag.length).to.be.at.most(64);
        expectWellFormed(tag);
      }
      for (const uid of [...albums, ...relatedUids]) expectUid(uid);
      if (modificationTime !== null) expectWellFormed(modificationTime);
      expectSeconds(times.captureTime);
      expectSeconds(times.modifiedTime);
      if (times.createdTime !== null) expectSeconds(times.createdTime);
    },
  });
});

function expectUid(uid: string): void {
  if (!isUid(uid) || /[./\\]/.test(uid)) expect.fail(`${JSON.stringify(uid)} is no uid`);
}

function expectSeconds(time: number): void {
  if (!Number.isSafeInteger(time) || Math.abs(time) > farthest) expect.fail(`${time} are no seconds`);
}
