import { expect } from 'chai';
import type { LookupAddress } from 'node:dns';
import { isNeverSpokenTo, isPublic, publicLookup } from '../../../plugins/webhooks/addresses.ts';

describe('the addresses of webhooks', () => {
  it('are classified as public or private', () => {
    for (const address of ['93.184.215.14', '1.1.1.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']) {
      expect(isPublic(address), address).to.equal(true);
    }
    const inside = [
      ...[
        '127.0.0.1',
        '10.1.2.3',
        '172.16.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '169.254.169.254',
        '0.0.0.0',
        '224.0.0.1',
      ],
      ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'fc00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::'],
      ...['2001:db8::1', 'ff02::1', '168.63.129.16', 'no address'],
    ];
    for (const address of inside) expect(isPublic(address), address).to.equal(false);
  });

  it('may be private if given literally, except for those of cloud metadata services and the like', () => {
    for (const address of ['127.0.0.1', '192.168.1.1', '::1', 'fd00::1']) {
      expect(isNeverSpokenTo(address), address).to.equal(false);
    }
    for (const address of [
      ...['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::169.254.169.254', 'fe80::1', '0.0.0.0', '::'],
      ...['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ]) {
      expect(isNeverSpokenTo(address), address).to.equal(true);
    }
  });

  const found = (hostname: string, answer: readonly string[], all = false): Promise<unknown> =>
    new Promise((resolve) => {
      const addresses = answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
      publicLookup((_hostname, _options, done) => {
        done(null, addresses);
      })(hostname, { all }, (error, address) => {
        resolve(error ? error.name : address);
      });
    });

  it('must be public if resolved from a name other than localhost', async () => {
    expect(await found('example.org', ['93.184.215.14'])).to.equal('93.184.215.14');
    expect(await found('example.org', ['93.184.215.14'], true)).to.deep.equal([
      { address: '93.184.215.14', family: 4 },
    ]);
    expect(await found('rebound.example', ['169.254.169.254'])).to.equal('PrivateAddress');
    expect(await found('rebound.example', ['93.184.215.14', '10.0.0.1'], true)).to.equal('PrivateAddress');
    expect(await found('nobody.example', [])).to.equal('PrivateAddress');
    expect(await found('localhost', ['127.0.0.1'])).to.equal('127.0.0.1');
  });
});
