import { expect } from 'chai';
import type { SentenceKind } from '../../core/http/wire.ts';
import { languages, type Language } from '../../web/state/languages.ts';
import { albums as albumsDe } from '../../web/strings/albums/de.ts';
import { albums as albumsEn } from '../../web/strings/albums/en.ts';
import { albums as albumsFr } from '../../web/strings/albums/fr.ts';
import { de as adminDe } from '../../web/strings/admin/de.ts';
import { en as adminEn } from '../../web/strings/admin/en.ts';
import { fr as adminFr } from '../../web/strings/admin/fr.ts';
import { de } from '../../web/strings/de.ts';
import { editing as editingDe } from '../../web/strings/editing/de.ts';
import { editing as editingEn } from '../../web/strings/editing/en.ts';
import { editing as editingFr } from '../../web/strings/editing/fr.ts';
import { en } from '../../web/strings/en.ts';
import { firstStart as firstStartDe } from '../../web/strings/first-start/de.ts';
import { household as householdDe } from '../../web/strings/household/de.ts';
import { firstStart as firstStartEn } from '../../web/strings/first-start/en.ts';
import { household as householdEn } from '../../web/strings/household/en.ts';
import { firstStart as firstStartFr } from '../../web/strings/first-start/fr.ts';
import { household as householdFr } from '../../web/strings/household/fr.ts';
import { secondStep as secondStepDe } from '../../web/strings/second-step/de.ts';
import { encryption as encryptionDe } from '../../web/strings/encryption/de.ts';
import { secondStep as secondStepEn } from '../../web/strings/second-step/en.ts';
import { encryption as encryptionEn } from '../../web/strings/encryption/en.ts';
import { secondStep as secondStepFr } from '../../web/strings/second-step/fr.ts';
import { encryption as encryptionFr } from '../../web/strings/encryption/fr.ts';
import { unlock as unlockDe } from '../../web/strings/unlock/de.ts';
import { unlock as unlockEn } from '../../web/strings/unlock/en.ts';
import { unlock as unlockFr } from '../../web/strings/unlock/fr.ts';
import { fr } from '../../web/strings/fr.ts';
import { searching as searchingDe } from '../../web/strings/searching/de.ts';
import { de as settingsDe } from '../../web/strings/settings/de.ts';
import { searching as searchingEn } from '../../web/strings/searching/en.ts';
import { en as settingsEn } from '../../web/strings/settings/en.ts';
import { searching as searchingFr } from '../../web/strings/searching/fr.ts';
import { fr as settingsFr } from '../../web/strings/settings/fr.ts';
import { player as playerDe } from '../../web/strings/player/de.ts';
import { shared as sharedDe } from '../../web/strings/shared/de.ts';
import { sharing as sharingDe } from '../../web/strings/sharing/de.ts';
import { calendar as calendarDe } from '../../web/strings/calendar/de.ts';
import { trips as tripsDe } from '../../web/strings/trips/de.ts';
import { player as playerEn } from '../../web/strings/player/en.ts';
import { shared as sharedEn } from '../../web/strings/shared/en.ts';
import { sharing as sharingEn } from '../../web/strings/sharing/en.ts';
import { calendar as calendarEn } from '../../web/strings/calendar/en.ts';
import { trips as tripsEn } from '../../web/strings/trips/en.ts';
import { player as playerFr } from '../../web/strings/player/fr.ts';
import { shared as sharedFr } from '../../web/strings/shared/fr.ts';
import { sharing as sharingFr } from '../../web/strings/sharing/fr.ts';
import { calendar as calendarFr } from '../../web/strings/calendar/fr.ts';
import { trips as tripsFr } from '../../web/strings/trips/fr.ts';

type Say = (...about: unknown[]) => string;
/** Not compared: the server sends English sentences itself, and languages differ in how many words people may type. */
const notSaid = ['page.sentences', 'searching.seasons', 'searching.dates'];

type Sentences = ReadonlyMap<string, string | Say>;

/** `{ pages: { map: 'Map' } }` → `pages.map` → `Map`. */
function flat(catalogue: object, under = ''): [string, string | Say][] {
  const entries = Object.entries(catalogue).filter(([key]) => !notSaid.includes(under + key));
  return entries.flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flat(value, `${under}${key}.`)
      : [[under + key, value as string | Say] as [string, string | Say]],
  );
}

const catalogues: Readonly<Record<Language, Sentences>> = {
  en: new Map(
    flat({
      page: en,
      admin: adminEn,
      settings: settingsEn,
      searching: searchingEn,
      albums: albumsEn,
      shared: sharedEn,
      sharing: sharingEn,
      trips: tripsEn,
      calendar: calendarEn,
      editing: editingEn,
      player: playerEn,
      firstStart: firstStartEn,
      household: householdEn,
      secondStep: secondStepEn,
      encryption: encryptionEn,
      unlock: unlockEn,
    }),
  ),
  de: new Map(
    flat({
      page: de,
      admin: adminDe,
      settings: settingsDe,
      searching: searchingDe,
      albums: albumsDe,
      shared: sharedDe,
      sharing: sharingDe,
      trips: tripsDe,
      calendar: calendarDe,
      editing: editingDe,
      player: playerDe,
      firstStart: firstStartDe,
      household: householdDe,
      secondStep: secondStepDe,
      encryption: encryptionDe,
      unlock: unlockDe,
    }),
  ),
  fr: new Map(
    flat({
      page: fr,
      admin: adminFr,
      settings: settingsFr,
      searching: searchingFr,
      albums: albumsFr,
      shared: sharedFr,
      sharing: sharingFr,
      trips: tripsFr,
      calendar: calendarFr,
      editing: editingFr,
      player: playerFr,
      firstStart: firstStartFr,
      household: householdFr,
      secondStep: secondStepFr,
      encryption: encryptionFr,
      unlock: unlockFr,
    }),
  ),
};
const others = ['de', 'fr'] as const satisfies readonly Language[];

/** Texts that are the same in two languages: names, technical terms, keys, and texts without words. */
const signs = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Ctrl'].map((key) => `page.keys.${key}`);
const everywhere = [
  ...['page.app', 'page.photoLabel', 'page.installModels', 'page.viewer.pause', 'page.viewer.seconds'],
  'page.playing.pause',
  ...['admin.took', 'admin.well', ...signs],
];
const alike: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  de: [
    ...everywhere,
    ...['page.code', 'firstStart.code', 'page.nameLabel', 'page.labelled', 'page.reasons.albums'],
    ...['page.kinds.video', 'page.pages.admin', 'admin.server', 'admin.version', 'admin.plugins'],
    ...['admin.displayName', 'admin.roles.admin', 'admin.checkNames.database'],
    ...['page.keys.Escape', 'page.keys.Enter', 'settings.creditFor.software', 'settings.version'],
    ...['settings.demoMode', 'page.map.beyond', 'page.frame.roles.admin', 'searching.kinds.person'],
    ...['searching.kindNames.video', 'searching.kindNames.raw'],
    ...['encryption.passphrase', 'encryption.kinds.passphrase', 'encryption.name', 'unlock.passphrase'],
    ...['player.video', 'player.position', 'albums.name', 'albums.kindNames.video', 'albums.kindNames.raw'],
  ].filter((key) => key !== 'page.keys.Ctrl'),
  fr: [
    ...everywhere,
    ...['albums.notes', 'albums.kindNames.image', 'albums.kindNames.raw', 'albums.carried'],
    ...['page.code', 'firstStart.code', 'page.completions', 'page.personPhotos', 'page.copiesOfIt'],
    ...['page.kinds.image', 'page.albums', 'page.navigation', 'page.pages.timeline', 'page.pages.albums'],
    ...['admin.photos', 'admin.sources.photos', 'admin.version', 'admin.platform', 'admin.plugins'],
    ...['admin.checkNames.database', 'settings.version', 'settings.photos', 'page.map.beyond', 'page.map.inViewCount'],
    ...['page.map.photos', 'searching.kinds.time', 'searching.photos', 'searching.kindNames.image'],
    ...['searching.kindNames.raw', 'searching.kindWords.image', 'shared.photos', 'sharing.photos'],
    ...['editing.minutes', 'calendar.cell', 'player.position', 'player.volume', 'page.underWay'],
  ],
};

const refusal = { detail: '', retryAfter: 60 };
const nothing = { kind: null, people: ['x'], places: ['y'], cameras: [], when: [], text: '' };

/** The argument of a sentence that takes an object or a list; null for other sentences. */
function toldAs(key: string): unknown {
  if (key.startsWith('page.refusals.kinds.')) return refusal;
  if (key.includes('.whenNone.')) return ['x', 'y', 'z'];
  return key === 'searching.none' ? nothing : null;
}

/** A sentence with its arguments filled in. */
function said(key: string, sentence: string | Say, ...about: unknown[]): string {
  if (typeof sentence === 'string') return sentence;
  const told = toldAs(key);
  return told === null ? sentence(...about) : sentence(told);
}

/** A sentence with a count as all of its arguments, some of which may be names or sentences. */
function counted(language: Language, key: string, count: number): string {
  const sentence = catalogues[language].get(key) ?? '';
  return said(key, sentence, count, count, count).replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ');
}
const wordsOf = (sentence: string): string => sentence.replaceAll(/\d+/g, '#');

describe('the texts of the page', () => {
  for (const language of others) {
    it(`are complete in ${language}`, () => {
      expect([...catalogues[language].keys()]).to.have.members([...catalogues.en.keys()]);
      for (const [key, sentence] of catalogues[language]) expect(said(key, sentence, 'x', 'y'), key).to.not.equal('');
    });

    it(`are translated in ${language}`, () => {
      const same = [...catalogues[language]]
        .filter(
          ([key, sentence]) => said(key, sentence, 'x', 'y') === said(key, catalogues.en.get(key) ?? '', 'x', 'y'),
        )
        .map(([key]) => key);
      expect(same).to.have.members(alike[language]);
      for (const [key, sentence] of catalogues[language]) {
        expect(said(key, sentence, 'x', 'y'), key).to.not.match(
          /\b(the|this|is|are|your|you|with|of|and|must|bytes?)\b/,
        );
      }
    });

    it(`have a singular and a plural in ${language} wherever they have both in English`, () => {
      for (const key of catalogues.en.keys()) {
        const [none, one, two] = [0, 1, 2].map((count) => wordsOf(counted('en', key, count)));
        if (one === two) continue;
        expect(wordsOf(counted(language, key, 1)), key).to.not.equal(wordsOf(counted(language, key, 2)));
        // Only if zero takes the plural in English.
        if (none !== two) continue;
        const like = language === 'fr' ? 1 : 2;
        expect(wordsOf(counted(language, key, 0)), key).to.equal(wordsOf(counted(language, key, like)));
      }
    });
  }

  it('format large numbers as is usual in their language', () => {
    const written = { en: '12,345', de: '12.345', fr: '12 345' };
    const large = [...catalogues.en.keys()].filter((key) => counted('en', key, 12_345).includes(written.en));
    expect(large).to.include('page.photos');
    for (const language of languages) {
      for (const key of large) expect(counted(language, key, 12_345), key).to.include(written[language]);
    }
  });

  it('have no French “de” or “que” before a name that may start with a vowel', () => {
    for (const [key, sentence] of catalogues.fr) {
      expect(said(key, sentence, 'Anna', 'Anna'), key).to.not.match(/\b(de|que) Anna(?! [a-z])/);
    }
  });

  it('agree in number with one photo and with several', () => {
    const started = (count: number): string => de.downloads.started(count, '3 MB');
    expect(started(1)).to.equal('1 Foto als ZIP-Datei wird heruntergeladen, 3 MB');
    expect(started(2)).to.equal('2 Fotos als ZIP-Datei werden heruntergeladen, 3 MB');
  });

  it('have the same placeholders in each translation of the server’s sentences', () => {
    const about = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const [kind, sentence] of Object.entries(de.sentences ?? {})) {
      const french = fr.sentences?.[kind as SentenceKind] ?? '';
      expect(about(french), kind).to.deep.equal(about(sentence));
      expect(french, kind).to.not.match(/ [?!;:»]|« |['"“”„]/);
      for (const said of [french, sentence]) expect(said, kind).to.not.match(/\b(the|this|is|are|your|with|and)\b/);
    }
    expect(Object.keys(de.sentences ?? {})).to.include.members(['disk_full', 'photo_empty', 'audit_role', 'other']);
  });

  it('use the punctuation of their language', () => {
    for (const [key, sentence] of catalogues.fr) {
      expect(said(key, sentence, 'x', 'y'), key).to.not.match(/ [?!;:»]|« |['"“”„]/);
    }
    for (const [key, sentence] of catalogues.de) expect(said(key, sentence, 'x', 'y'), key).to.not.match(/['"”]|\w…/);
    for (const [key, sentence] of catalogues.en) expect(said(key, sentence, 'x', 'y'), key).to.not.match(/['"„]/);
  });
});
