import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerInjectResponse } from '@hapi/hapi';
import { expect } from 'chai';
import sharp from 'sharp';
import type { FaceSearchResults } from '../../core/http/wire.ts';
import { libraryServer } from '../support/library-server.ts';
import { installFaces, needModels, needPhotos, photosDir } from '../support/model-packs.ts';
import { SearchLibrary, type NamedPicture } from '../support/search-library.ts';
import { uploadForm } from '../support/upload-form.ts';

const people = ['George_Clooney', 'Kate_Hudson', 'Angelina_Jolie', 'Tiger_Woods'];
const files = (person: string): string[] =>
  readdirSync(join(photosDir, 'faces', person))
    .sort()
    .map((file) => join(photosDir, 'faces', person, file));

async function portraits(person: string): Promise<NamedPicture[]> {
  // The first file is the query.
  return Promise.all(
    files(person)
      .slice(1, 6)
      .map(async (file, at) => {
        const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        return { name: `${person} ${at}`, image: { width: info.width, height: info.height, data } };
      }),
  );
}

describe('POST /api/search/face', function () {
  let library: SearchLibrary | undefined;
  let found: string[] = [];
  const someone = (): string => found[0]!;

  before(async function () {
    needModels(this);
    needPhotos(this);
    library = await SearchLibrary.open(installFaces);
    found = people.filter(
      (person) => readdirSync(join(photosDir, 'faces')).includes(person) && files(person).length > 3,
    );
    expect(found.length).to.be.at.least(2);
    for (const person of found) await library.addPortraits(await portraits(person));
  });
  after(() => library?.close());

  async function send(
    parts: Parameters<typeof uploadForm>[0],
    options: { url?: string; headers?: Record<string, string> } = {},
  ): Promise<ServerInjectResponse> {
    const form = await uploadForm(parts);
    const headers = { ...library!.server.reader, ...form.headers, ...options.headers };
    return library!.server.server.inject({
      method: 'POST',
      url: options.url ?? '/api/search/face',
      payload: form.payload,
      headers,
    });
  }
  const search = async (file: Uint8Array, url?: string): Promise<FaceSearchResults> => {
    const { statusCode, payload } = await send({ file }, url === undefined ? {} : { url });
    expect(statusCode, payload).to.equal(200);
    return JSON.parse(payload) as FaceSearchResults;
  };
  const detail = ({ payload }: ServerInjectResponse): string => (JSON.parse(payload) as { detail: string }).detail;

  it('finds the photos of the person in the picture, most similar first, and returns the box of the face', async () => {
    for (const person of found) {
      const { results, total, faces } = await search(readFileSync(files(person)[0]!));
      expect(results[0]!.uid, person).to.contain(person);
      const right = results.filter(({ uid }) => uid.startsWith(person)).length;
      expect(right, person).to.be.at.least(2);
      expect(results.length - right, person).to.be.at.most(1);
      expect(total).to.equal(results.length);
      const scores = results.map(({ score }) => score);
      expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
      expect(scores.every((score) => score >= 0.42 && score <= 1)).to.equal(true);
      expect(results[0]).to.include.keys('uid', 'thumb_url', 'favorited_by_me', 'tags', 'archived', 'hidden', 'kind');
      const { x, y, w, h } = faces[0]!.box;
      expect(x + w / 2).to.be.within(0.3, 0.7);
      expect(y + h / 2).to.be.within(0.3, 0.7);
    }
  });

  it('detects JPEG, PNG, WebP and HEIC by their content, and applies the orientation', async () => {
    const jpeg = readFileSync(files(someone())[0]!);
    const [best] = (await search(jpeg)).results;
    for (const bytes of [await sharp(jpeg).png().toBuffer(), await sharp(jpeg).webp({ quality: 95 }).toBuffer()]) {
      expect((await search(bytes)).results[0]!.uid).to.equal(best!.uid);
    }
    const lying = await sharp(jpeg).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    expect((await search(lying)).results[0]!.uid).to.equal(best!.uid);
    const heic = readdirSync(join(photosDir, 'formats'), { recursive: true, encoding: 'utf8' }).find((file) =>
      /\.heic$/i.test(file),
    );
    expect((await send({ file: readFileSync(join(photosDir, 'formats', heic!)) })).statusCode).to.equal(200);
  });

  it('searches for the largest face, and returns all faces', async () => {
    const [large, small] = [readFileSync(files(found[0]!)[0]!), readFileSync(files(found[1]!)[0]!)];
    const both = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#888' } })
      .composite([
        { input: await sharp(small).resize(150).toBuffer(), left: 520, top: 40 },
        { input: await sharp(large).resize(450).toBuffer(), left: 20, top: 20 },
      ])
      .jpeg()
      .toBuffer();
    const { results, faces } = await search(both);
    expect(faces.length).to.equal(2);
    expect(faces[0]!.box.w).to.be.above(faces[1]!.box.w);
    expect(results[0]!.uid).to.contain(found[0]);
  });

  it('reports that there is no face', async () => {
    const wall = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#8899aa' } })
      .jpeg()
      .toBuffer();
    const answer = await search(wall);
    expect(answer).to.deep.include({ results: [], total: 0, faces: [] });
    expect(answer.detail).to.match(/No face was found/);
  });

  it('includes hidden photos only for editors on request, and counts results beyond the limit', async () => {
    const file = readFileSync(files(someone())[0]!);
    const before = await search(file);
    const uid = encodeURIComponent(before.results[0]!.uid);
    await library!.server.send('PATCH', `/api/photos/${uid}`, { hidden: true });
    const after = await search(file);
    expect(after.results.map((photo) => photo.uid)).not.to.include(before.results[0]!.uid);
    expect(after.total).to.equal(before.total - 1);
    const asking = '/api/search/face?include_hidden=true';
    const { statusCode, payload } = await send({ file }, { url: asking, headers: library!.server.writer });
    expect(statusCode, payload).to.equal(200);
    expect((JSON.parse(payload) as FaceSearchResults).total).to.equal(before.total);
    expect((await send({ file }, { url: asking })).statusCode).to.equal(403);
    await library!.server.send('PATCH', `/api/photos/${uid}`, { hidden: false });
    const limited = await search(file, '/api/search/face?limit=1');
    expect(limited.results.length).to.equal(1);
    expect(limited.total).to.equal(before.total);
  });

  it('refuses forms with anything but one file', async () => {
    const file = readFileSync(files(someone())[0]!);
    const cases: [Parameters<typeof uploadForm>[0], RegExp][] = [
      [{}, /exactly one part named file/],
      [{ picture: file }, /picture is not allowed/],
      [{ file, more: 'x' }, /more is not allowed/],
      [
        [
          ['file', file],
          ['file', file],
        ],
        /exactly one part/,
      ],
      [{ file: 'text' }, /must be a file/],
    ];
    for (const [parts, reason] of cases) {
      const answer = await send(parts);
      expect(answer.statusCode).to.equal(400);
      expect(detail(answer)).to.match(reason);
    }
    expect((await send({ file }, { headers: { 'content-encoding': 'gzip' } })).statusCode).to.equal(400);
    expect(
      (await send({ file }, { headers: { 'content-type': 'multipart/form-data; boundary=other' } })).statusCode,
    ).to.equal(400);
    const json = await send({ file }, { headers: { 'content-type': 'application/json' } });
    expect(json.statusCode).to.equal(415);
    expect(detail(json)).to.match(/multipart\/form-data/);
    expect((await send({ file }, { headers: { authorization: '' } })).statusCode).to.equal(401);
    const wrongQuery = await send({}, { url: '/api/search/face?limit=0', headers: { 'content-type': 'text/plain' } });
    expect(wrongQuery.statusCode).to.equal(400);
    expect(detail(wrongQuery)).to.match(/limit/);
  });

  it('refuses files that are not pictures of a supported format', async () => {
    const jpeg = readFileSync(files(someone())[0]!);
    const gif = await sharp(jpeg).gif().toBuffer();
    const cases = [
      Buffer.from('%PDF-1.7 …'),
      Buffer.from('just text'),
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      gif,
    ];
    for (const file of cases) {
      const answer = await send({ file });
      expect(answer.statusCode, file.toString('latin1', 0, 8)).to.equal(415);
      expect(detail(answer)).to.match(/\.$/);
    }
    const damaged = Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(500, 0x55)]);
    expect((await send({ file: damaged })).statusCode).to.equal(415);
  });

  it('refuses files of more than 20 MiB, by their announced length or while reading them', async () => {
    const jpeg = readFileSync(files(someone())[0]!);
    const padded = (bytes: number): Buffer => Buffer.concat([jpeg], bytes);
    const answer = await send({ file: padded(20 * 1024 * 1024 + 1) });
    expect(answer.statusCode).to.equal(413);
    expect(detail(answer)).to.match(/20 MiB/);
    expect((await send({ file: padded(21 * 1024 * 1024) })).statusCode).to.equal(413);
    expect((await send({ file: padded(20 * 1024 * 1024) })).statusCode).to.equal(200);
  });

  it('refuses pictures of more than 100 megapixels before decoding them', async () => {
    const huge = await sharp({
      create: { width: 10_001, height: 10_000, channels: 3, background: '#112233' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    // Only the header, so that nothing can be decoded.
    const answer = await send({ file: huge.subarray(0, 2000) });
    expect(answer.statusCode).to.equal(413);
    expect(detail(answer)).to.match(/100 megapixels/);
  });

  it('writes no files, neither in the data folder nor temporary ones', async () => {
    const { dataDir } = library!.server;
    // Restarts processes that have ended after being idle, before the folder for temporary files changes.
    await search(readFileSync(files(someone())[0]!));
    const contents = (): string[] =>
      readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .map((name) => join(dataDir, name))
        .filter((file) => statSync(file).isFile() && !file.includes('vectors'))
        .map((file) => `${file} ${createHash('sha1').update(readFileSync(file)).digest('hex')}`);
    const before = contents();
    const [usual, empty] = [process.env['TMPDIR'], mkdtempSync(join(tmpdir(), 'photofinch-'))];
    process.env['TMPDIR'] = empty;
    await Promise.all(Array.from({ length: 4 }, () => search(readFileSync(files(someone())[0]!))));
    expect(contents()).to.deep.equal(before);
    expect(readdirSync(empty)).to.deep.equal([]);
    rmdirSync(empty);
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  });

  describe('over a socket', () => {
    let url: string;
    before(async () => {
      await library!.server.server.start();
      url = library!.server.server.info.uri;
    });

    it('serves twenty searches at once, and answers 503 with Retry-After beyond that', async () => {
      const { payload, headers } = await uploadForm({ file: readFileSync(files(someone())[0]!) });
      const answers = await Promise.all(
        Array.from({ length: 26 }, () =>
          fetch(`${url}/api/search/face`, {
            method: 'POST',
            body: payload,
            headers: { ...library!.server.reader, ...headers },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).to.be.at.least(20);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.status).to.equal(503);
        expect(answer.headers.get('retry-after')).to.equal('5');
      }
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    });

    it('keeps working after aborted uploads', async () => {
      const { payload, headers } = await uploadForm({ file: readFileSync(files(someone())[0]!) });
      for (let at = 0; at < 25; at += 1) {
        await new Promise<void>((resolve) => {
          const asking = request(`${url}/api/search/face`, {
            method: 'POST',
            headers: { ...library!.server.reader, ...headers, 'content-length': String(payload.length) },
          });
          asking.once('error', () => undefined).once('close', resolve);
          asking.write(payload.subarray(0, 5000), () => setTimeout(() => asking.destroy(), 5));
        });
      }
      expect((await search(readFileSync(files(someone())[0]!))).results.length).to.be.at.least(1);
    });
  });

  it('says how to install models if there are none', async () => {
    const bare = await libraryServer();
    const { payload, headers } = await uploadForm({ file: readFileSync(files(someone())[0]!) });
    const answer = await bare.server.inject({
      method: 'POST',
      url: '/api/search/face',
      payload,
      headers: { ...bare.reader, ...headers },
    });
    expect(answer.statusCode).to.equal(503);
    expect(detail(answer)).to.match(/photofinch models pull/);
    await bare.stop();
  });
});
