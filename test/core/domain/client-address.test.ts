import { expect } from 'chai';
import { addressKey, forwardedAddress } from '../../../core/domain/client-address.ts';

describe('the address that sign-in attempts are counted by', () => {
  const cases: [address: string, key: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::2:3:4:5:6:192.0.2.1', '0:2:3:4::/64'],
    ['0:2:3:4:5:6:c000:201', '0:2:3:4::/64'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['', ''],
  ];
  for (const [address, key] of cases) {
    it(`of ${address || 'nobody'} is ${key || 'empty'}`, () => {
      expect(addressKey(address)).to.equal(key);
    });
  }
});

describe('the address that a proxy names', () => {
  it('is the last one, since a client can write the others itself', () => {
    expect(forwardedAddress('10.9.9.9, 192.0.2.7', '127.0.0.1')).to.equal('192.0.2.7');
    expect(forwardedAddress(['10.9.9.9', '2001:db8::1'], '127.0.0.1')).to.equal('2001:db8::1');
    expect(forwardedAddress('192.0.2.7:51234', '127.0.0.1')).to.equal('192.0.2.7');
    expect(forwardedAddress('[2001:db8::1]:51234', '127.0.0.1')).to.equal('2001:db8::1');
    expect(forwardedAddress('[2001:db8::1]', '127.0.0.1')).to.equal('2001:db8::1');
  });

  it('is that of the peer if the header is missing or invalid', () => {
    expect(forwardedAddress(undefined, '127.0.0.1')).to.equal('127.0.0.1');
    expect(forwardedAddress('192.0.2.7, unknown', '127.0.0.1')).to.equal('127.0.0.1');
    expect(forwardedAddress('', '127.0.0.1')).to.equal('127.0.0.1');
  });
});
