import { isIP, SocketAddress } from 'node:net';
import { expect } from 'chai';
import { isUnchanged, parseRange } from '../../../core/domain/byte-range.ts';
import { addressKey, forwardedAddress } from '../../../core/domain/client-address.ts';
import { clockZone } from '../../../core/domain/clock-zone.ts';
import { comesFromThisMachine } from '../../../core/domain/direct-request.ts';
import { dayOf, dayText, yearlyDayOf, yearsOf } from '../../../core/domain/epoch-day.ts';
import { parseFolder, folderOf } from '../../../core/domain/folder-path.ts';
import { canonicalMediaPath } from '../../../core/domain/media-path.ts';
import { signatureFits, signedRole, signerOf } from '../../../core/domain/media-signature.ts';
import { shareSeal } from '../../../core/domain/share-seal.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';

const key = Buffer.alloc(32, 1);
const seal = shareSeal(key, 1);
const media = { userId: 5, tokenEpoch: 0, role: 'read' as const, path: '/api/photos/a/thumb', exp: 1 };

const words = [
  ...[
    'bytes=',
    '-',
    '999999999999999',
    ', ',
    'W/"',
    '"',
    '*',
    '/api/photos/',
    '/full',
    '/stream',
    '%2F',
    '%00',
    '%ff',
    '/api/faces/1/crop',
  ],
  ...[
    '::ffff:127.0.0.1',
    '::1',
    ':0',
    '::',
    '1.2.3.4',
    '[',
    ']:80',
    '%eth0',
    '..',
    './',
    '//',
    '\u212b',
    '\ue000',
    '\n',
    '\u{1d160}',
  ],
  ...['Europe/', 'UTC', '+14:00', '-12:00', '0000', '9999', '-02-29', 'localhost', '\0', seal.nameOf(7)],
];

describe('the parts of requests that clients can write freely, with', () => {
  fuzz({
    seeds: 'request-parts',
    words,
    check: (input) => {
      const text = textOf(input);
      expectRange(text);
      isUnchanged(text, '"abc"');
      expectAddress(text);
      expectFolder(text);
      const canonical = canonicalMediaPath(text);
      if (canonical !== null) expect(canonicalMediaPath(canonical), 'the one spelling of a path').to.equal(canonical);
      const signer = signerOf(text);
      if (signer !== null) expect(Number.isSafeInteger(signer)).to.equal(true);
      expect(signatureFits(key, text, media)).to.equal(false);
      expect(signedRole(key, text, media)).to.equal(null);
      const photo = seal.photoOf(text);
      if (photo !== undefined) expect(seal.nameOf(photo), 'the name of a photo in a share').to.equal(text);
      expect(seal.isProof(text, 'hash', 0)).to.equal(false);
      expectTimes(text.slice(0, 100));
    },
  });
});

function expectRange(text: string): void {
  const range = parseRange(text);
  if (range === null || range === 'unsatisfiable') return;
  const { start, end } = range;
  expect(Number.isSafeInteger(start)).to.equal(true);
  if (end !== undefined) expect(end).to.be.at.least(start);
  if (end !== undefined) expect(start).to.be.at.least(0);
}

function expectAddress(text: string): void {
  const address = forwardedAddress(text, '192.0.2.1');
  expect(isIP(address), `${address} is an address`).to.not.equal(0);
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const plain = new SocketAddress({ address: address.split('%')[0]!, family }).address;
  expect(addressKey(address), 'every spelling of an address counts as one').to.equal(addressKey(plain));
  comesFromThisMachine({ peer: '127.0.0.1', httpVersion: '1.1', headers: { host: text } });
}

function expectFolder(text: string): void {
  const folder = folderOf(text);
  if (folder === null) return;
  expect(folder.split('/')).to.not.include('..');
  expect(parseFolder(folder), 'a folder that exists can be asked for').to.equal(folder);
}

function expectTimes(text: string): void {
  const day = dayOf(text);
  if (day !== undefined) expect(dayText(day)).to.equal(text);
  const years = yearsOf(text);
  if (years) expect(years[0]).to.be.below(years[1]);
  const yearly = yearlyDayOf(text);
  if (yearly) expect(yearly.month).to.be.within(1, 12);
  const zone = clockZone(text);
  if (zone) expect(Math.abs(zone.toWallClock(1.7e9) - 1.7e9)).to.be.at.most(86_400);
}
