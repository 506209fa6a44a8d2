import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import ts from 'typescript';
import { auditSentencesIn, sentencesIn } from '../../../core/domain/sentences/parse-sentences.ts';
import { withVideos } from '../../../core/services/checks/videos-check.ts';

/** The source files with sentences that admins read. */
const makers = [
  ...readdirSync('core/services/checks').map((file) => `core/services/checks/${file}`),
  ...['heic', 'photo-answer', 'photo-error', 'photo-reader', 'picture'].map((name) => `core/media/${name}.ts`),
  ...['transient-error', 'process-photo', 'stages', 'analyse-photo'].map((name) => `core/indexer/${name}.ts`),
  ...['video-reader', 'video-error'].map((name) => `core/media/video/${name}.ts`),
  'plugins/auth-totp/index.ts',
  'plugins/backup/index.ts',
  'plugins/ml-onnx/index.ts',
  'plugins/bridge-upstream/client/health-check.ts',
];

const time = '2026-11-22 05:04 UTC';
/** Example values for the expressions in sentences, by their source code. All others get a number. */
const examples: readonly (readonly [RegExp, string])[] = [
  [/timeText|utc\(|^takenAt$/, time],
  [/bytesText|formatBytes/, '1.5 GB'],
  [/remedy/, 'make one now, and see that automatic backups are on.'],
  [/^subject$/, '7 users have'],
  [/^lost ===/, '7 users'],
  [/^all$/, 'there are 7 in all'],
  [/^activity$/, 'has'],
  [/^unread$/, ''],
  [/^synced$/, 'no sync has ended yet'],
  [/oneLine/, 'bridge 1.2.3'],
  [/version/, '5.1.9-0+deb12u1'],
  [/lossSentence/, '7 of 9 photos are not in the store any more and would leave the library.'],
  [/message|reason|why|^broken$/, 'It broke.'],
];

/** The sentences in a source file, with examples in the place of their expressions. */
function sentencesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const example = (code: string): string => examples.find(([pattern]) => pattern.test(code))?.[1] ?? '7';
  const visit = (node: ts.Node): void => {
    // Errors about bugs in the program, which no admin reads.
    if (ts.isNewExpression(node) && /^(TypeError|Error)$/.test(node.expression.getText(source))) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(
        ({ expression, literal }) => example(expression.getText(source)) + literal.text,
      );
      found.push(node.head.text + rest.join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Whole sentences only; `It is …` is about a photo in the log.
  return found.filter((text) => /^(?!It is)[A-Z\d].* .*\w.*[.)]$/.test(text)).map((text) => text.trim());
}

describe('translated sentences for admins', () => {
  it('are all of a known kind', () => {
    const all = makers.flatMap((file) => sentencesOf(file));
    expect(all.length).to.be.above(55);
    const unknown = all.filter((sentence) => sentencesIn(sentence).some(({ kind }) => kind === 'other'));
    expect(unknown).to.deep.equal([]);
  });

  it('are parsed with their values', () => {
    expect(sentencesIn('The disk of the data folder has 1.5 GB left: free some, at least 512 MB.')).to.deep.equal([
      { kind: 'disk_low', about: { free: '1.5 GB', least: '512 MB' } },
    ]);
  });

  it('are separated, even next to an unknown sentence of a plugin', () => {
    const good = `The last backup was made and verified at ${time}; there is no other.`;
    expect(sentencesIn(`${good} Automatic backups are on. The tape is in the drive.`)).to.deep.equal([
      { kind: 'backups_good', about: { time } },
      { kind: 'backups_on', about: {} },
      { kind: 'other', about: { text: 'The tape is in the drive.' } },
    ]);
    expect(sentencesIn('')).to.deep.equal([]);
  });

  it('are separated if each names its photo source', () => {
    const told = sentencesIn('photos: The photo source cannot be reached. takeout: The photo source is not logged in.');
    const kinds = ['of_source', 'source_unreachable', 'of_source', 'source_logged_out'];
    expect(told.map(({ kind }) => kind)).to.deep.equal(kinds);
    expect([told[0]?.about, told[2]?.about]).to.deep.equal([{ source: 'photos' }, { source: 'takeout' }]);
  });

  it('are separated in the thumbnail check with the state of the video program', async () => {
    const kinds = async (thumbnails: string, version: string | null, read: number): Promise<string[]> => {
      const check = withVideos(
        { id: 'thumbnails', run: () => Promise.resolve({ ok: version !== null, detail: thumbnails }) },
        { counts: () => ({ videos: 3, read }), programs: () => Promise.resolve(version === null ? null : { version }) },
      );
      const { detail } = await check.run({ signal: new AbortController().signal });
      return sentencesIn(detail).map(({ kind }) => kind);
    };
    const stray = 'All 7 thumbnails are there. 2 files belong to no photo: no harm, only space.';
    expect(await kinds('All 7 thumbnails are there.', '5.1.9', 3)).to.deep.equal(['thumbs_there', 'videos_read']);
    expect(await kinds(stray, '5.1.9', 1)).to.deep.equal(['thumbs_there', 'thumbs_stray', 'videos_wait']);
    const missing = '2 of 7 thumbnails are missing or empty: the server is remaking them, so check again later.';
    expect(await kinds(missing, null, 1)).to.deep.equal(['thumbs_missing', 'videos_no_program']);
  });

  it('include those of the audit trail', () => {
    expect(auditSentencesIn('role write, disabled')).to.deep.equal([
      { kind: 'audit_role', about: { role: 'write' } },
      { kind: 'audit_disabled', about: {} },
    ]);
    expect(auditSentencesIn('daily at 03:30, keeps 14')).to.deep.equal([
      { kind: 'audit_daily', about: { time: '03:30', keep: '14' } },
    ]);
    expect(auditSentencesIn('tape changed')).to.deep.equal([{ kind: 'other', about: { text: 'tape changed' } }]);
  });
});
