import { expect } from 'chai';
import { OneTimeTickets } from '../../../core/plugin-api/toolkit/index.ts';

describe('one-time tickets', () => {
  let now: number;
  const tickets = (more: Partial<ConstructorParameters<typeof OneTimeTickets<string>>[0]> = {}) =>
    new OneTimeTickets<string>({ lifetime: 60, clock: () => now, ...more });

  beforeEach(() => {
    now = 1_700_000_000;
  });

  it('return their value until they are used once', () => {
    const all = tickets();
    const [one, other] = [all.issue('one'), all.issue('other')];
    expect(one).to.match(/^[\w-]{43}$/);
    expect([all.find(one), all.find(one), all.spend(one)]).to.deep.equal(['one', 'one', 'one']);
    expect([all.find(one), all.spend(one), all.timeLeft(one)]).to.deep.equal([undefined, undefined, 0]);
    expect(all.spend(other)).to.equal('other');
    expect(all.spend('no-such-ticket')).to.equal(undefined);
  });

  it('expire', () => {
    const all = tickets();
    const ticket = all.issue('value');
    now += 20;
    expect(all.timeLeft(ticket)).to.equal(40);
    now += 40;
    expect([all.find(ticket), all.timeLeft(ticket), all.spend(ticket)]).to.deep.equal([undefined, 0, undefined]);
  });

  it('are removed for new ones, the oldest first, and first those of the same owner', () => {
    const few = tickets({ most: 3 });
    const [first, ...kept] = ['a', 'b', 'c', 'd'].map((value) => few.issue(value));
    expect(few.find(first!)).to.equal(undefined);
    expect(kept.map((ticket) => few.find(ticket))).to.deep.equal(['b', 'c', 'd']);

    const ofOwners = tickets({ most: 100, ofOne: { most: 2, owner: (value) => value.slice(0, 4) } });
    const issued = ['anna 1', 'ben  1', 'anna 2', 'anna 3'].map((value) => ofOwners.issue(value));
    expect(issued.map((ticket) => ofOwners.find(ticket))).to.deep.equal([undefined, 'ben  1', 'anna 2', 'anna 3']);
  });

  it('can be revoked by their value', () => {
    const all = tickets();
    const [one, other] = [all.issue('one'), all.issue('other')];
    all.end((value) => value === 'one');
    expect([all.find(one), all.find(other)]).to.deep.equal([undefined, 'other']);
  });
});
