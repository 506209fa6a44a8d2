import { expect } from 'chai';
import { DomainError } from '../../../core/domain/errors.ts';
import { MediaAccess } from '../../../core/services/media-access.ts';
import type { Role } from '../../../core/domain/roles.ts';
import { accountParts, type AccountParts } from '../../support/http-frame.ts';

describe('signed media URLs', () => {
  const path = '/api/photos/p1/thumb';
  let parts: AccountParts;
  let anna: { userId: number; role: Role };

  before(async () => {
    parts = accountParts();
    const { id } = await parts.accounts.add({ username: 'anna', password: 'correct horse', role: 'read' });
    anna = { userId: id, role: 'read' };
  });
  beforeEach(() => {
    parts.now = 1_700_000_000;
    parts.db.prepare('UPDATE users SET disabled = 0').run();
    anna = { ...anna };
  });
  after(() => {
    parts.close();
  });

  const refused = (call: () => unknown): void => {
    expect(call).to.throw(DomainError).with.property('kind', 'forbidden');
  };

  it('are valid for the user they were signed for', () => {
    const { sig, exp } = parts.media.sign(anna, path);
    expect(parts.media.check(path, sig, exp)).to.deep.equal({ ...anna, username: 'anna' });
  });

  it('have the role they were signed for, or the lower current role of the user', async () => {
    const { id } = await parts.accounts.add({ username: 'ben', password: 'correct horse', role: 'admin' });
    const ben = (role: Role) => ({ userId: id, role });
    const opens = ({ sig, exp }: { sig: string; exp: number }) => parts.media.check(path, sig, exp).role;
    const made = (['read', 'write', 'admin'] as const).map((role) => parts.media.sign(ben(role), path));
    expect(new Set(made.map(({ sig }) => sig)).size, 'one for each role').to.equal(3);
    expect(made.map(opens)).to.deep.equal(['read', 'write', 'admin']);
    parts.db.prepare("UPDATE users SET role = 'write' WHERE id = ?").run(id);
    expect(made.map(opens), 'after a demotion').to.deep.equal(['read', 'write', 'write']);
    expect(parts.media.period(ben('read'))).not.to.equal(parts.media.period(ben('write')));
  });

  it('are valid for at least a day, until the next full hour', () => {
    const { exp } = parts.media.sign(anna, path);
    expect(exp % 3600).to.equal(0);
    expect(exp - parts.now).to.be.within(86400, 86400 + 3599);
  });

  it('stay the same for an hour, even for another request and after a restart', () => {
    parts.now = 1_700_000_000 - (1_700_000_000 % 3600) + 1;
    const url = parts.media.mediaUrl(anna, path, '7-3');
    expect(url).to.match(/^\/api\/photos\/p1\/thumb\?sig=\d+\.[\w-]{43}&exp=\d+&v=7-3$/);
    parts.now += 3598;
    const restarted = new MediaAccess({
      users: parts.users,
      secret: Buffer.alloc(32, 7),
      clock: () => parts.now,
      lifetime: 86400,
    });
    expect(parts.media.mediaUrl({ ...anna }, path, '7-3')).to.equal(url);
    expect(restarted.mediaUrl(anna, path, '7-3')).to.equal(url);
    parts.now += 2;
    expect(parts.media.mediaUrl(anna, path, '7-3')).not.to.equal(url);
  });

  it('are refused once they expire', () => {
    const { sig, exp } = parts.media.sign(anna, path);
    parts.now = exp - 1;
    parts.media.check(path, sig, exp);
    parts.now = exp;
    refused(() => parts.media.check(path, sig, exp));
  });

  it('are refused once the user is disabled or signed out everywhere', () => {
    const { sig, exp } = parts.media.sign(anna, path);
    parts.db.prepare('UPDATE users SET disabled = 1').run();
    refused(() => parts.media.check(path, sig, exp));
    parts.db.prepare('UPDATE users SET disabled = 0').run();
    parts.media.check(path, sig, exp);
    parts.users.signOut(anna.userId, parts.now);
    refused(() => parts.media.check(path, sig, exp));
    const again = parts.media.sign({ ...anna }, path);
    parts.media.check(path, again.sig, again.exp);
  });

  it('are valid only for their path, expiry, user and secret', () => {
    const { sig, exp } = parts.media.sign(anna, path);
    refused(() => parts.media.check('/api/photos/p1/full', sig, exp));
    refused(() => parts.media.check('/api/photos/p2/thumb', sig, exp));
    refused(() => parts.media.check(path, sig, exp + 3600));
    refused(() => parts.media.check(path, sig.replace(/^\d+/, '999'), exp));
    const other = new MediaAccess({
      users: parts.users,
      secret: Buffer.alloc(32, 8),
      clock: () => parts.now,
      lifetime: 86400,
    });
    refused(() => other.check(path, sig, exp));
  });

  it('are refused if any character is changed', () => {
    const { sig, exp } = parts.media.sign(anna, path);
    for (let i = sig.indexOf('.') + 1; i < sig.length; i++) {
      const changed = sig.slice(0, i) + (sig[i] === 'A' ? 'B' : 'A') + sig.slice(i + 1);
      refused(() => parts.media.check(path, changed, exp));
    }
    for (const rubbish of ['', '.', '1.', `${sig}A`, ` ${sig}`, 'x'.repeat(10_000)]) {
      refused(() => parts.media.check(path, rubbish, exp));
    }
  });

  it('are created only for media files', () => {
    expect(() => parts.media.sign(anna, '/api/photos/p1')).to.throw(DomainError, /^path must be/);
  });

  it('take less than half the time for a page that is requested again', () => {
    const page = (name: number): number => {
      const paths = Array.from({ length: 200 }, (_, i) => `/api/photos/Abcdefghij0123456789~${name}~${i}/thumb`);
      const caller = { ...anna };
      const begin = performance.now();
      for (const each of paths) parts.media.mediaUrl(caller, each, '1-1');
      return performance.now() - begin;
    };
    // Alternating, so that other load on the machine affects both.
    const times = Array.from({ length: 100 }, (_, name) => ({ fresh: page(name), again: page(name) }));
    const least = (of: 'fresh' | 'again'): number => Math.min(...times.map((time) => time[of]));
    expect(least('again')).to.be.lessThan(least('fresh') / 2);
  });
});
