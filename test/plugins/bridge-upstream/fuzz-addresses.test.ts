import { isIP } from 'node:net';
import { expect } from 'chai';
import { requestedRange, isUnchanged } from '../../../plugins/bridge-upstream/bridge/conditional-requests.ts';
import { parseListen } from '../../../plugins/bridge-upstream/bridge/listen-address.ts';
import { StartupError } from '../../../plugins/bridge-upstream/bridge/startup-error.ts';
import { canBeOverheard, parseBridgeUrl } from '../../../plugins/bridge-upstream/client/address.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { orError } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    'unix:',
    'http://',
    'https://',
    '@',
    ':65536',
    ':0',
    '[',
    ']',
    '::ffff:7f00:1',
    '0:0:0:0:0:0:0:1',
    '127.1',
    '0.0.0.0',
    '%',
    '?',
    '#',
  ],
  ...['bytes=', '-', ',', '99999999999999999999', ' ', 'W/"a"', '*', '\0', '\n', 'x'.repeat(120)],
];

describe('the parsers of bridge addresses and ranges, with', () => {
  fuzz({
    seeds: 'addresses',
    words,
    check: (input) => {
      const text = textOf(input);
      const address = orError(() => parseBridgeUrl(text), Error);
      if (address) {
        expect(address.origin).to.match(/^https?:\/\/[^/@?#]+$/);
        expect(address.basePath).to.not.match(/\/$|[?#]/);
        canBeOverheard(address);
        if (!address.socketPath)
          expect(parseBridgeUrl(address.origin + address.basePath), 'the inverse').to.deep.equal(address);
      }
      for (const allowRemote of [true, false]) {
        const listen = orError(() => parseListen(text, allowRemote), StartupError);
        if (!listen) continue;
        if ('socket' in listen) {
          expect(Buffer.byteLength(listen.socket)).to.be.within(1, 107);
          continue;
        }
        expect(listen.port).to.be.within(0, 65_535);
        const isOwn = listen.host.toLowerCase() === 'localhost' || /^127\.|^(0*:)*:?0*1$/.test(listen.host);
        if (!allowRemote)
          expect(isOwn && (isIP(listen.host) > 0 || listen.host.length === 9), listen.host).to.equal(true);
      }
      for (const size of [0, 1, 100, 2 ** 40]) {
        const range = requestedRange({ range: text, ifRange: undefined }, '"a"', size);
        if (range === null || range === 'unsatisfiable') continue;
        if (!(range.start >= 0 && range.start <= range.end && range.end < size)) {
          expect.fail(`${range.start} to ${range.end} of ${size}`);
        }
      }
      isUnchanged(text, '"a"');
    },
  });
});
