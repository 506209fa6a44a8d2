import { expect } from 'chai';
import { LibraryLock } from '../../web/state/session/library-lock.ts';
import { until } from '../support/until.ts';

type Look = 'open' | 'away' | 'locked';

/** A lock, and what it had the page do. @param looks how the server is, one time after another; then as the last time */
function lockedPage(looks: Look[] = ['locked']) {
  const done: string[] = [];
  const lock = new LibraryLock({
    forget: () => void done.push('forget'),
    tell: () => void done.push('tell'),
    hide: () => void done.push('hide'),
    leave: () => void done.push('leave'),
    health: () => {
      const look = looks.length > 1 ? looks.shift() : looks[0];
      if (look === 'away') return Promise.reject(new Error('nobody listens'));
      return Promise.resolve({ ok: true, locked: look === 'locked', bridge: { reachable: false, loggedIn: false } });
    },
    pause: () => Promise.resolve(),
  });
  return { lock, done, left: () => until(() => done.includes('leave')) };
}

describe('a page whose library is locked', () => {
  it('forgets what tells of photos, tells the other tabs, and leaves, once however often it hears of it', async () => {
    const { lock, done, left } = lockedPage();
    for (let i = 0; i < 3; i++) lock.found();
    await left();
    expect(done).to.deep.equal(['tell', 'forget', 'hide', 'leave']);
  });

  it('leaves when another tab says so, and does not say it again', async () => {
    const { lock, done, left } = lockedPage();
    lock.heard();
    lock.found();
    await left();
    expect(done).to.deep.equal(['forget', 'hide', 'leave']);
  });

  it('shows nothing while the open server ends and the locked one begins, and leaves then', async () => {
    const looks: Look[] = ['open', 'away', 'away', 'locked'];
    const { lock, done, left } = lockedPage(looks);
    lock.found();
    expect(done).to.include('hide');
    await left();
    expect(looks).to.deep.equal(['locked']);
  });

  it('leaves a server that was unlocked again meanwhile', async () => {
    const { lock, left } = lockedPage(['open']);
    lock.found();
    await left();
  });

  it('stays while it shows what is shown only once, and leaves then', async () => {
    const { lock, done, left } = lockedPage();
    lock.hold();
    lock.found();
    expect(done).to.deep.equal(['tell', 'forget']);
    lock.release();
    await left();
  });

  it('stays after that where the library is open', () => {
    const { lock, done } = lockedPage();
    lock.hold();
    lock.release();
    expect(done).to.deep.equal([]);
  });
});
