import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Face, People, SearchResults } from '../../core/http/wire.ts';
import { ModelledService } from '../support/modelled-service.ts';
import { needModels, needPhotos, photosDir } from '../support/model-packs.ts';
import { until } from '../support/until.ts';

const MB = 1024 * 1024;

/** The number of people with many photos, and how many photos of each are used. */
const known = 8;
const photosOfEach = 6;

describe('a library with real models', function () {
  let house: ModelledService;
  /** The folders of people, those with the most photos first. */
  let persons: string[];
  let facesFound = 0;

  before(async function () {
    house = new ModelledService();
    needModels(this);
    needPhotos(this);
    if (!existsSync('/proc/self/status')) this.skip();
    const of = (person: string): string[] => readdirSync(join(photosDir, 'faces', person)).toSorted();
    persons = readdirSync(join(photosDir, 'faces')).toSorted((a, b) => of(b).length - of(a).length || (a < b ? -1 : 1));
    for (const person of persons.slice(0, known)) {
      for (const name of of(person).slice(0, photosOfEach)) bring(person, name);
    }
    for (const person of persons.slice(-10)) bring(person, of(person)[0] ?? '');
    house.installModels();
    await house.start();
  });
  after(async () => {
    await house.close();
  });

  function bring(person: string, name: string): void {
    copyFileSync(join(photosDir, 'faces', person, name), join(house.photosDir, name));
  }

  const photoOf = (person: number, number = photosOfEach): Buffer => {
    const folder = join(photosDir, 'faces', persons[person] ?? '');
    return readFileSync(join(folder, readdirSync(folder).toSorted()[number] ?? ''));
  };
  const people = async (): Promise<People['people']> => (await house.library.json<People>('/api/people')).people;

  /** A photo of a known person that is not in the library finds photos of that person. */
  const expectSearchesAnswer = async (): Promise<void> => {
    const { status, body } = await house.searchFace(photoOf(0));
    expect(status, JSON.stringify(body)).to.equal(200);
    const names = new Map([...(await house.library.photos())].map(([name, { uid }]) => [uid, name]));
    expect(names.get(body.results?.[0]?.uid ?? '')).to.match(new RegExp(`^${persons[0] ?? ''}_`));
  };

  it('finds every face once, and keeps decisions, despite kills in the middle of the work', async () => {
    let named: Face | undefined;
    for (const kill of [1, 2, 3, 4]) {
      // The first available face gets a name, and the kill follows at once after the response.
      await until(async () => (await house.status()).faces >= Math.min(kill * 12, 50));
      if (kill === 2) {
        const [first] = [...(await house.faces()).values()].flat();
        expect(first).to.not.equal(undefined);
        named = first;
        await house.library.json(`/api/faces/${first?.id ?? 0}/person`, 'POST', { name: 'Ann' });
      } else await sleep(kill * 70);
      await house.service.kill();
      await house.start();
    }
    await house.untilSettled();
    const { failures } = await house.library.json<{ failures: unknown[] }>('/api/admin/failures');
    expect(failures).to.deep.equal([]);
    const faces = await house.faces();
    const all = [...faces.values()].flat();
    facesFound = all.length;
    for (const [name, found] of faces) {
      expect(found, name).to.not.be.empty;
      expect(overlaps(found), name).to.equal(false);
    }
    const ann = all.find(({ id }) => id === named?.id);
    expect(ann).to.include({ person_name: 'Ann', assigned_by: 'user' });
    expect((await people()).map(({ name }) => name).filter(Boolean)).to.deep.equal(['Ann']);
  });

  it('clusters the faces of each person in several photos, and searches by face and by text', async () => {
    await until(async () => (await people()).length >= known - 1);
    const faces = await house.faces();
    const groups = persons.slice(0, known).map((person) => {
      const own = [...faces].filter(([name]) => name.startsWith(`${person}_`)).map(([, [first]]) => first?.person_id);
      const largest = Math.max(...own.map((id) => own.filter((other) => other === id && id != null).length));
      return { person, own: own.join(), largest };
    });
    // The order of faces changes with each kill, which may be worse for a single person.
    const most = groups.reduce((sum, { largest }) => sum + largest, 0);
    expect(most, JSON.stringify(groups)).to.be.at.least(known * (photosOfEach - 1.5));
    for (const { largest, ...of } of groups) expect(largest, JSON.stringify(of)).to.be.at.least(photosOfEach / 2);
    await expectSearchesAnswer();
    const found = await house.library.json<SearchResults>('/api/search?q=a%20red%20circle');
    expect(found.query).to.include({ text: 'a red circle' });
  });

  it('continues without models when they are removed, and uses them again once they are back', async () => {
    house.removeModels();
    await until(async () => !(await house.status()).ml_ready);
    const without = await house.searchFace(photoOf(0));
    expect(without.status).to.equal(503);
    expect(without.body.detail).to.match(/models/i);
    const before = (await house.status()).photos;
    bring(persons[0] ?? '', readdirSync(join(photosDir, 'faces', persons[0] ?? '')).toSorted()[photosOfEach + 1] ?? '');
    await until(async () => (await house.status()).photos === before + 1);
    expect((await house.library.ask('/api/search?q=Ann')).status).to.equal(200);
    expect((await house.status()).faces).to.equal(facesFound);

    house.installModels();
    await until(async () => (await house.status()).ml_ready);
    await until(async () => (await house.status()).faces > facesFound);
    await house.untilSettled();
    facesFound = (await house.status()).faces;
    await expectSearchesAnswer();
  });

  it('reports a damaged model file, and works again with an intact one', async () => {
    const pack = readdirSync(house.modelsDir).find((name) => name.startsWith('faces')) ?? '';
    const file = readdirSync(join(house.modelsDir, pack)).find((name) => name.startsWith('edgeface')) ?? '';
    const path = join(house.modelsDir, pack, file);
    const good = readFileSync(path);
    const bad = Buffer.from(good);
    bad.fill(0xa5, 1000, bad.length - 1000);
    writeFileSync(path, bad);
    for (const pid of house.childrenThatRun('inference-process')) process.kill(pid, 'SIGKILL');
    let answer = await house.searchFace(photoOf(0));
    await until(async () => {
      answer = await house.searchFace(photoOf(0));
      return answer.status !== 200;
    }, 30);
    expect(answer.status).to.equal(503);
    expect(answer.body.detail).to.be.a('string').and.not.include(house.folder);
    expect((await house.status()).photos).to.be.greaterThan(0);
    writeFileSync(path, good);
    await until(async () => (await house.searchFace(photoOf(0))).status === 200);
    expect((await house.status()).faces).to.equal(facesFound);
  });

  it('works again after its processes for models and vectors were killed', async () => {
    for (const what of ['inference-process', 'vector-process']) {
      const pids = house.childrenThatRun(what);
      expect(pids, what).to.not.be.empty;
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await until(async () => (await house.searchFace(photoOf(0))).status === 200);
      await expectSearchesAnswer();
    }
  });

  it('keeps nothing of uploads, and refuses files that are not pictures', async () => {
    const files = house.files();
    const noImage = await house.searchFace(Buffer.from('This is no picture.'));
    expect(noImage.status).to.equal(415);
    expect(noImage.body.detail).to.be.a('string');
    const broken = await house.searchFace(photoOf(0).subarray(0, 2000));
    expect(broken.status).to.be.oneOf([200, 415]);
    const empty = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer();
    const nobody = await house.searchFace(empty);
    expect(nobody.status).to.equal(200);
    expect(nobody.body).to.deep.include({ results: [], total: 0 });
    expect(nobody.body.detail).to.be.a('string');
    expect(house.files()).to.deep.equal(files);
  });

  it('answers twenty searches with pictures of 20 MB at once, in bounded memory', async () => {
    const picture = await largePicture(photoOf(0));
    expect(picture).to.have.length(20 * MB);
    const files = house.files();
    const before = house.memory();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, house.memory());
    }, 100);
    const answers = await house.searchFaceAtOnce(picture, 20);
    clearInterval(watch);
    for (const { status, body } of answers) {
      expect(status, body.detail ?? '').to.equal(200);
      expect(body.results).to.not.be.empty;
    }
    expect((most - before) / MB, 'MB').to.be.below(1200);
    expect(house.files()).to.deep.equal(files);
    expect((await house.library.ask('/api/health')).status).to.equal(200);
  });
});

/** Whether two of the faces are at the same place. */
function overlaps(faces: readonly Face[]): boolean {
  return faces.some(({ box: a }, at) =>
    faces.slice(at + 1).some(({ box: b }) => {
      const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
      const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
      return width > 0 && height > 0 && width * height > 0.5 * Math.min(a.w * a.h, b.w * b.h);
    }),
  );
}

/** A face in front of noise, which does not compress, padded to 20 MB after the end of the picture. */
async function largePicture(face: Buffer): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 4600,
      height: 3400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const large = await sharp(face).resize(1600).toBuffer();
  const picture = await sharp(noise)
    .composite([{ input: large, left: 1500, top: 800 }])
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return Buffer.concat([picture, Buffer.alloc(20 * MB - picture.length)]);
}
