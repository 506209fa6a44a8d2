import assert from 'node:assert/strict';
import type {
  Box,
  Confidence,
  FoundLabel,
  LabelLanguage,
  MlModels,
  MlProvider,
  PictureLabels,
} from '../ml-provider.ts';
import { isFraction, plain, work, type MlProviderSubject } from './ml-provider-subject.ts';
import { skip, type Checks } from './suite.ts';

const languages: readonly LabelLanguage[] = ['en', 'de', 'fr'];

/** How far a box may reach beyond the photo because of rounding. */
const rounding = 1e-6;

function checkBox({ x, y, w, h }: Box): void {
  assert.ok(w > 0 && h > 0, 'a box must not be empty');
  assert.ok([x, y, x + w - rounding, y + h - rounding].every(isFraction), 'a box must lie within 0 and 1');
}

function checkConfidence({ search, show }: Confidence): void {
  assert.ok(isFraction(search) && isFraction(show), 'both values of a confidence must be between 0 and 1');
  assert.ok(search <= show, 'the confidence to be shown must not be below that to be found');
}

function checkLabels({ labels, people }: PictureLabels): void {
  assert.ok(Number.isInteger(people) && people >= 0, 'people must be a count');
  assert.equal(new Set(labels.map(({ label }) => label)).size, labels.length, 'a label was returned twice');
  for (const { label, score, box } of labels) {
    assert.ok(label && isFraction(score), 'a label needs a name and a score between 0 and 1');
    if (box) checkBox(box);
  }
}

/** The method of the provider; without it, the test is skipped. */
function labelling({ provider, scene }: MlProviderSubject) {
  const { labels: model } = provider.models();
  if (!model || !provider.findLabels) skip('there is no model for labels.');
  if (!scene) skip('no scene was given.');
  return { model, scene, find: provider.findLabels.bind(provider) };
}

function reading({ provider, page }: MlProviderSubject) {
  if (!provider.models().text || !provider.readText) skip('there is no model for text.');
  if (!page) skip('no page was given.');
  return { page, read: provider.readText.bind(provider) };
}

/** A provider with a model for labels or text must also have the method that uses it. */
export function checkWordModels(provider: MlProvider): void {
  const { labels, text }: MlModels = provider.models();
  for (const model of [labels, text]) {
    if (!model) continue;
    assert.ok(model.id && model.version, 'a model needs an id and a version');
    checkConfidence(model.confidence);
  }
  assert.ok(!labels || typeof provider.findLabels === 'function', 'there is a model for labels, but no findLabels');
  assert.ok(!text || typeof provider.readText === 'function', 'there is a model for text, but no readText');
  const { preferredTextSize: size = 1 } = provider;
  assert.ok(Number.isInteger(size) && size > 0, 'preferredTextSize must be a whole number above 0');
}

/** Calls without their model must reject. */
export async function checkMissingWords(provider: MlProvider): Promise<void> {
  const { labels, text } = provider.models();
  if (!labels) await assert.rejects(async () => provider.findLabels?.(plain(0, 0, 0), work()) ?? refuse());
  if (!text) await assert.rejects(async () => provider.readText?.(plain(0, 0, 0), work()) ?? refuse());
}

const refuse = (): Promise<never> => Promise.reject(new Error('There is no such call.'));

const sorted = (labels: readonly FoundLabel[]): FoundLabel[] => labels.toSorted((a, b) => (a.label < b.label ? -1 : 1));

export const labelChecks: Checks<MlProviderSubject> = {
  'are found in a picture that shows them, each once and the same every time': async (subject) => {
    const { model, scene, find } = labelling(subject);
    const found = await find(scene.image, work());
    checkLabels(found);
    const sure = found.labels.filter(({ score }) => score >= model.confidence.search).map(({ label }) => label);
    for (const label of scene.labels) assert.ok(sure.includes(label), `${label} was not found`);
    const again = await find(scene.image, work());
    assert.deepEqual(sorted(again.labels), sorted(found.labels));
    assert.equal(again.people, found.people);
  },

  'for a picture of one colour do not reach the confidence to be shown': async (subject) => {
    const { model, find } = labelling(subject);
    const found = await find(plain(128, 128, 128), work());
    checkLabels(found);
    assert.equal(found.people, 0);
    const confident = found.labels.filter(({ score }) => score >= model.confidence.show);
    assert.deepEqual(confident, [], 'a picture of one colour has labels with enough confidence to be shown');
  },

  'are found without modifying the picture': async (subject) => {
    const { find } = labelling(subject);
    const image = plain(10, 20, 30);
    await find(image, work());
    assert.deepEqual(image.data, plain(10, 20, 30).data);
  },

  'are found by their names in lower and upper case': async (subject) => {
    const { model, scene } = labelling(subject);
    for (const label of scene.labels) {
      for (const language of languages) {
        const name = model.vocabulary.nameOf(label, language);
        if (name === null) continue;
        for (const word of [name, name.toLowerCase(), name.toUpperCase()]) {
          const query = model.vocabulary.find(word);
          assert.ok(query, `${word} finds nothing`);
          assert.ok(query.labels.includes(label), `${word} does not find ${label}`);
          assert.ok(
            isFraction(query.least),
            `the lowest score for ${word} is ${query.least}: it must be between 0 and 1`,
          );
        }
      }
    }
    await Promise.resolve();
  },

  'are not found by empty or unknown words': async (subject) => {
    const { model } = labelling(subject);
    for (const word of ['', ' ', 'qzxqzx vqzv']) assert.equal(model.vocabulary.find(word), null);
    await Promise.resolve();
  },

  'in an analysis are the same as from findLabels, and only present if requested': async (subject) => {
    const { scene, find } = labelling(subject);
    const { provider } = subject;
    if (!provider.analyse) skip('the provider has no analyse.');
    const { labels } = await provider.analyse(scene.image, { faces: false, image: false, labels: true }, work());
    const single = await find(scene.image, work());
    assert.deepEqual(sorted(labels?.labels ?? []), sorted(single.labels));
    assert.equal(labels?.people, single.people);
    const withoutFaces = await provider.analyse(scene.image, { faces: false, image: false }, work());
    assert.equal(withoutFaces.labels ?? null, null);
  },
};

export const textChecks: Checks<MlProviderSubject> = {
  'is read line by line, with boxes in fractions of the picture': async (subject) => {
    const { page, read } = reading(subject);
    const lines = await read(page.image, work());
    assert.deepEqual(
      lines.map(({ text }) => text),
      page.lines,
    );
    for (const { score, box } of lines) {
      assert.ok(isFraction(score), 'a score must be between 0 and 1');
      checkBox(box);
    }
  },

  'is not found in a picture of one colour': async (subject) => {
    const { read } = reading(subject);
    assert.deepEqual(await read(plain(128, 128, 128), work()), []);
  },
};
