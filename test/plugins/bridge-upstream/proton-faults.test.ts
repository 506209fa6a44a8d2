import { join } from 'node:path';
import { expect } from 'chai';
import { openJournal } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { openProtonJournalBeside } from '../../../plugins/bridge-upstream/bridge/proton-faces/journal/proton-journal.ts';
import type { ErrorAnswer } from '../../../plugins/bridge-upstream/contract.ts';
import type { RigAnswer } from '../../support/bridge-rig.ts';
import { ProtonRig } from '../../support/proton-rig.ts';
import { sha1Of } from '../../support/proton-library.ts';
import { until } from '../../support/until.ts';

const codeOf = ({ json }: RigAnswer): string => (json as unknown as ErrorAnswer).code;

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `${String(i).padStart(2, '0')}.jpg`);

describe('a bridge in front of proton-faces', function () {
  let rig: ProtonRig;

  beforeEach(async () => {
    rig = new ProtonRig();
    for (const name of names(8)) rig.upstream.library.put(name, Buffer.from(`bytes of ${name}`));
    await rig.upstream.start();
  });
  afterEach(() => rig.close());

  describe('loses no photo', () => {
    beforeEach(async () => {
      await rig.ready();
    });

    for (const ending of ['early', 'cut', 'silent', 'without-done'] as const) {
      it(`if lists end wrongly (${ending})`, async () => {
        rig.upstream.faults.list = ending;
        await rig.list(ending === 'silent' ? 1 : 3);
        expect(await rig.names()).to.deep.equal(names(8));
        rig.upstream.faults.list = 'whole';
        await rig.list();
        expect((await rig.health()).reachable).to.equal(true);
      });
    }

    it('if a line of a list is not understood, and reports that', async () => {
      rig.upstream.faults.list = 'odd';
      rig.upstream.library.remove('03.jpg');
      await rig.list(3);
      expect(await rig.names()).to.include('03.jpg');
      expect((await rig.health()).detail).to.match(/^1 line of Proton’s list is not understood/);
    });

    it('if a list contains only progress, and gives that list up', async () => {
      await rig.stop();
      rig.limits = { ...rig.limits, list: 500 };
      await rig.start();
      rig.upstream.faults.list = 'progress';
      const lists = (): number => rig.upstream.asked(/ids$/);
      const before = lists();
      rig.wake();
      await until(() => lists() > before);
      rig.upstream.faults.list = 'whole';
      await until(async () => (await rig.health()).state === 'ready');
      expect(await rig.names()).to.deep.equal(names(8));
    });

    it('if lists look complete, but lack photos that the store still has', async () => {
      rig.upstream.faults.list = 'early-but-whole';
      await rig.list(3);
      expect(await rig.names()).to.deep.equal(names(8));
    });

    it('if a list is empty, and requires the consent of an admin', async () => {
      for (let i = 0; i < 30; i += 1) rig.upstream.library.put(`more-${i}.jpg`, Buffer.from(`more ${i}`));
      await rig.list();
      rig.upstream.faults.list = 'empty';
      await rig.list(3);
      expect(await rig.health()).to.include({ reachable: false, reason: 'mass_disappearance' });
      expect(await rig.names()).to.have.length(38);
      rig.upstream.faults.list = 'whole';
      await rig.list();
      expect(await rig.health()).to.include({ reachable: true, loggedIn: true });
    });

    it('without the consent of an admin, and drops many with it', async () => {
      const { library } = rig.upstream;
      for (let i = 0; i < 30; i += 1) library.put(`more-${i}.jpg`, Buffer.from(`more ${i}`));
      await rig.list();
      for (let i = 0; i < 30; i += 1) library.remove(`more-${i}.jpg`);
      await rig.list(3);
      expect(await rig.names()).to.have.length(38);
      const journal = openProtonJournalBeside(rig.dataDir);
      expect(journal?.acceptLoss()).to.deep.equal({ missing: 30, total: 38 });
      journal?.close();
      await rig.list();
      expect(await rig.names()).to.deep.equal(names(8));
      expect((await rig.health()).reachable).to.equal(true);
    });

    it('if it is restarted and the library is that of another account', async () => {
      await rig.stop();
      rig.upstream.library.volume = 'another';
      rig.upstream.library.photos.clear();
      rig.upstream.library.put('stranger.jpg', Buffer.from('of another account'));
      await rig.start();
      await until(async () => (await rig.health()).reason === 'wrong_key');
      expect(await rig.get('/timeline').then(({ json }) => json['items'])).to.have.length(8);
    });
  });

  it('keeps its journal apart from that of another kind of store', async () => {
    await rig.ready();
    await rig.stop();
    expect(() => openJournal(rig.dataDir)).to.throw(/another kind of store/);
    const folder = join(rig.upstream.folder, 'of-a-driver');
    openJournal(folder).close();
    const refused = await rig.start({ dataDir: folder }).then(
      () => 'it started',
      (error: unknown) => String(error),
    );
    expect(refused).to.match(/another kind of store/);
  });

  it('drops a photo after two complete lists without it, if the store does not have it either', async () => {
    await rig.ready();
    rig.upstream.library.remove('03.jpg');
    await rig.list();
    expect(await rig.names()).to.include('03.jpg');
    await rig.list();
    expect(await rig.names()).to.not.include('03.jpg');
  });

  it('keeps a photo for an hour that only the lists lack, since it may be in the trash', async () => {
    await rig.ready();
    rig.upstream.library.of('03.jpg').trashed = true;
    await rig.list(3);
    expect(await rig.names()).to.include('03.jpg');
    rig.later = 3_600_000;
    await rig.list();
    expect(await rig.names()).to.not.include('03.jpg');
  });

  it('reads the facts of each photo again once a day', async () => {
    await rig.ready({ scanInterval: 0.1 });
    const { library } = rig.upstream;
    library.rename('03.jpg', 'renamed.jpg');
    const lists = rig.upstream.asked(/ids$/);
    await until(() => rig.upstream.asked(/ids$/) > lists + 1);
    expect(await rig.names()).to.not.include('renamed.jpg');
    rig.later = 86_400_000;
    await until(async () => (await rig.names()).includes('renamed.jpg'));
  });

  it('continues a first reading that was interrupted, and ends with all photos', async () => {
    for (let i = 0; i < 1200; i += 1) rig.upstream.library.put(`many-${i}.jpg`, Buffer.from(`many ${i}`));
    await rig.start();
    await until(() => rig.upstream.asked(/nodes$/) > 0);
    await rig.stop();
    await rig.ready();
    expect((await rig.health()).counts.photos).to.equal(1208);
  });

  it('shows nothing of a library before it has been read completely', async () => {
    rig.upstream.faults.list = 'early';
    await rig.start();
    await until(() => rig.upstream.asked(/ids$/) > 0);
    expect(codeOf(await rig.get('/timeline'))).to.equal('upstream_unreachable');
    expect(await rig.health()).to.include({ reachable: false, state: 'starting' });
  });

  it('reads a slow list as long as it reports progress', async () => {
    rig.limits = { ...rig.limits, idle: 3000 };
    rig.upstream.faults.slowness = 500;
    await rig.ready();
    expect(await rig.names()).to.deep.equal(names(8));
  });

  it('is unreachable if Proton fails although its health is good', async () => {
    await rig.ready();
    rig.upstream.faults.refuses = true;
    await rig.list();
    expect(await rig.health()).to.include({ reachable: false, reason: 'unreachable' });
    expect(codeOf(await rig.full('01.jpg'))).to.equal('upstream_unreachable');
    rig.upstream.faults.refuses = false;
    await rig.list();
    expect(await rig.health()).to.include({ reachable: true, loggedIn: true });
  });

  it('reports that it is logged out, or that nothing responds', async () => {
    await rig.ready();
    rig.upstream.faults.loggedOut = true;
    rig.wake();
    await until(async () => !(await rig.health()).loggedIn);
    expect(await rig.health()).to.include({ reachable: true, reason: 'logged_out' });
    expect(codeOf(await rig.full('01.jpg'))).to.equal('not_logged_in');
    await rig.upstream.stop();
    await until(async () => !(await rig.health()).reachable);
    rig.upstream.faults.loggedOut = false;
    await rig.upstream.start();
    await until(async () => (await rig.health()).reachable);
    expect((await rig.full('01.jpg')).status).to.equal(200);
  });

  it('sends no token with its first request, nor with any health request', async () => {
    await rig.ready();
    const first = rig.upstream.requests[0];
    expect(first).to.include({ what: 'GET /health', hasToken: false });
    expect(
      rig.upstream.requests
        .filter(({ what }) => what === 'GET /health' || what.includes('cache'))
        .every(({ hasToken }) => !hasToken),
    ).to.equal(true);
    expect(rig.upstream.asked(/cache/)).to.equal(0);
  });

  it('shows a listed video as such, whatever it says of a main photo, and not as a motion part', async () => {
    const { library } = rig.upstream;
    library.put('clip.mp4', Buffer.from('clip'), { namedMain: `${library.volume}~gone` });
    await rig.ready();
    expect(await rig.names()).to.include('clip.mp4');
    expect(await rig.node('clip.mp4')).to.include({ kind: 'video', mainUid: null });
    const clip = library.of('clip.mp4');
    library.relate('00.jpg', clip.uid);
    await rig.list(2);
    expect(await rig.names()).to.include('clip.mp4');
    expect((await rig.node('00.jpg')).kind).to.equal('image');
  });

  it('shows a motion part as a video of its own once it is listed', async () => {
    const { library } = rig.upstream;
    library.put('live.jpg', Buffer.from('still'));
    library.put('live.mov', Buffer.from('motion'));
    await rig.ready();
    expect((await rig.node('live.jpg')).kind).to.equal('live');
    library.rename('live.mov', 'apart.mov');
    await rig.list();
    expect(await rig.names()).to.include('apart.mov');
    expect((await rig.node('live.jpg')).kind).to.equal('image');
  });

  it('keeps a motion part that is missing once', async () => {
    const { library } = rig.upstream;
    library.put('live.jpg', Buffer.from('still'));
    const { uid } = library.put('live.mov', Buffer.from('motion'));
    await rig.ready();
    const film = library.photos.get(uid);
    library.photos.delete(uid);
    await rig.list();
    expect((await rig.node('live.jpg')).relatedUids).to.deep.equal([uid]);
    if (film) library.photos.set(uid, film);
    await rig.list();
    expect((await rig.full('live.mov')).body.toString()).to.equal('motion');
  });

  it('has the albums, motion parts and revisions of the store', async () => {
    const { library } = rig.upstream;
    library.put('Summer/beach.jpg', Buffer.from('beach'), { sha1: null });
    library.put('live.jpg', Buffer.from('still'), { tags: ['Favorites', 'Portraits'] });
    library.put('live.mov', Buffer.from('motion'));
    await rig.ready();
    const beach = await rig.node('Summer/beach.jpg');
    expect(beach.albums).to.have.length(1);
    const still = await rig.node('live.jpg');
    await rig.full('Summer/beach.jpg');
    expect((await rig.node('Summer/beach.jpg')).size).to.equal('beach'.length);
    expect([still.kind, still.relatedUids]).to.deep.equal(['live', [library.of('live.mov').uid]]);
    expect([still.favourite, still.tags]).to.deep.equal([true, ['Portraits']]);
    expect(still.motion).to.deep.equal({ mediaType: 'video/quicktime', size: 'motion'.length });
    expect(await rig.names()).to.not.include('live.mov');

    library.of('Summer/beach.jpg').sha1 = sha1Of(Buffer.from('beach'));
    library.rename('Summer/beach.jpg', 'Winter/sea.jpg');
    await rig.list();
    const { rev, name, sha1 } = await rig.node('Winter/sea.jpg');
    expect({ rev, name, sha1 }).to.deep.equal({ rev: beach.rev, name: 'sea.jpg', sha1: sha1Of(Buffer.from('beach')) });
    library.put('Winter/sea.jpg', Buffer.from('another sea'));
    await rig.list();
    expect((await rig.node('Winter/sea.jpg')).rev).to.equal(sha1Of(Buffer.from('another sea')));
  });
});
