import { expect } from 'chai';
import { writeIn } from '../../web/state/format.ts';
import { inWords } from '../../web/state/sentences.ts';
import { sentences as german } from '../../web/strings/sentences/de.ts';

describe('the server’s sentences in the language of the page', () => {
  before(() => {
    writeIn('de-DE');
  });
  after(() => {
    writeIn('en-US');
  });

  it('have numbers and times in the format of that language', () => {
    const said = 'The disk of the data folder has 67.9 GB left.';
    const told = [{ kind: 'disk_free' as const, about: { free: '67.9 GB' } }];
    expect(inWords(said, told, german)).to.equal('Auf der Festplatte mit dem Datenordner sind noch 67,9\u00a0GB frei.');
    const synced = [{ kind: 'source_reached' as const, about: { time: '2026-11-22 10:25 UTC' } }];
    expect(inWords('', synced, german)).to.match(/22\.11\.2026, \d\d:\d\d/);
  });

  it('stay unchanged if the page has no translation, or is in English', () => {
    const news = [
      { kind: 'disk_free' as const, about: {} },
      { kind: 'of a newer server' as 'disk_free', about: {} },
    ];
    expect(inWords('News.', news, german)).to.equal('News.');
    expect(inWords('There are 67.9 GB.', [], null)).to.equal('There are 67.9 GB.');
  });
});
