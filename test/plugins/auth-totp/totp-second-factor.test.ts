import { expect } from 'chai';
import { generateSync } from 'otplib';
import { describeSecondFactor } from '../../../core/plugin-api/contract-tests.ts';
import { Enrolments } from '../../../plugins/auth-totp/enrolments.ts';
import { TotpSecondFactor } from '../../../plugins/auth-totp/totp-second-factor.ts';

const start = 1_800_000_000;

/** A second factor with its state in memory, and a clock that tests set. */
function rig(key: Uint8Array = Buffer.alloc(32, 5)) {
  const facts = new Map<string, string>();
  const state = {
    get: (name: string) => facts.get(name),
    set: (name: string, value: string) => void facts.set(name, value),
    delete: (name: string) => void facts.delete(name),
  };
  const clock = { now: start };
  const withKey = (other: Uint8Array) =>
    new TotpSecondFactor({ enrolments: new Enrolments(state), key: other, clock: () => clock.now });
  return { facts, clock, withKey, factor: withKey(key) };
}

const codeAt = (secret: string, epoch: number): string => generateSync({ secret, epoch });

describe('the second factor of auth-totp', () => {
  describeSecondFactor(() => {
    const { factor, clock } = rig();
    const { secret } = factor.enroll(1, 'anna');
    factor.confirm(1, codeAt(secret, clock.now));
    return {
      secondFactor: factor,
      enrolledUserId: 1,
      otherUserId: 2,
      code: () => {
        clock.now += 30;
        return codeAt(secret, clock.now);
      },
    };
  });
});

describe('an authenticator app', () => {
  it('is enabled by its first code, and not before', async () => {
    const { factor, clock } = rig();
    const { secret, uri } = factor.enroll(1, 'anna');
    expect(uri).to.equal(`otpauth://totp/Photofinch:anna?secret=${secret}&issuer=Photofinch`);
    expect(await factor.isEnabled(1)).to.equal(false);
    expect(await factor.verify(1, codeAt(secret, clock.now))).to.equal(false);
    expect(factor.confirm(1, '000000')).to.equal(null);
    expect(await factor.isEnabled(1)).to.equal(false);
    expect(factor.confirm(1, codeAt(secret, clock.now))).to.have.length(10);
    expect(await factor.isEnabled(1)).to.equal(true);
    expect(factor.confirm(1, codeAt(secret, clock.now + 30))).to.equal(null);
  });

  it('may be 30 seconds off, but not 90', async () => {
    const { factor, clock } = rig();
    const { secret } = factor.enroll(1, 'anna');
    factor.confirm(1, codeAt(secret, clock.now));
    clock.now += 300;
    for (const [off, right] of [
      [-90, false],
      [-30, true],
      [30, true],
      [90, false],
    ] as const) {
      const code = codeAt(secret, clock.now + off);
      expect(await factor.verify(1, code), `${off} s`).to.equal(right);
    }
  });

  it('has codes that are valid once, and not after a later one was used', async () => {
    const { factor, clock } = rig();
    const { secret } = factor.enroll(1, 'anna');
    factor.confirm(1, codeAt(secret, clock.now));
    expect(await factor.verify(1, codeAt(secret, clock.now))).to.equal(false);
    clock.now += 60;
    expect(await factor.verify(1, codeAt(secret, clock.now))).to.equal(true);
    expect(await factor.verify(1, codeAt(secret, clock.now - 30))).to.equal(false);
  });

  it('has a secret and recovery codes that are not stored in readable form', () => {
    const { factor, clock, facts } = rig();
    const { secret } = factor.enroll(1, 'anna');
    const codes = factor.confirm(1, codeAt(secret, clock.now)) ?? [];
    const kept = [...facts.values()].join();
    expect(kept).not.to.include(secret);
    for (const code of codes) expect(kept).not.to.include(code).and.not.include(code.replaceAll('-', ''));
  });

  it('of one user is not valid for another, even if somebody copies it in the index', async () => {
    const { factor, clock, facts } = rig();
    const { secret } = factor.enroll(1, 'anna');
    factor.confirm(1, codeAt(secret, clock.now));
    facts.set('user 2', facts.get('user 1') ?? '');
    clock.now += 60;
    const error = await factor.verify(2, codeAt(secret, clock.now)).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'SecondFactorLost' });
  });
});

describe('recovery codes', () => {
  it('are valid once each, however they are typed', async () => {
    const { factor, clock } = rig();
    const { secret } = factor.enroll(1, 'anna');
    const [first = '', second = ''] = factor.confirm(1, codeAt(secret, clock.now)) ?? [];
    expect(first).to.match(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await factor.verify(1, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).to.equal(true);
    expect(await factor.verify(1, first)).to.equal(false);
    expect(await factor.verify(1, second.replaceAll('-', ''))).to.equal(true);
    expect((await factor.status(1)).recoveryCodesLeft).to.equal(8);
  });

  it('are still valid after the server’s secret was lost; codes of the app then fail with the reason', async () => {
    const { factor, clock, withKey } = rig();
    const { secret } = factor.enroll(1, 'anna');
    const [first = ''] = factor.confirm(1, codeAt(secret, clock.now)) ?? [];
    const other = withKey(Buffer.alloc(32, 6));
    expect([factor.lost(), other.lost()]).to.deep.equal([[], [1]]);
    clock.now += 60;
    const error = await other.verify(1, codeAt(secret, clock.now)).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'SecondFactorLost' });
    expect(await other.verify(1, first)).to.equal(true);
    await other.disable(1);
    expect(other.lost()).to.deep.equal([]);
  });
});
