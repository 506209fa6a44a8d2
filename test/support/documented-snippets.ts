import { readdirSync, readFileSync } from 'node:fs';
import * as contract from '../../core/plugin-api/index.ts';

/** The kind of a code block in a document, which determines how it can be run. */
type SnippetKind =
  /** A module whose default export is a plugin. */
  | 'plugin'
  /** A file of tests. */
  | 'tests'
  /** A module of a page, which a browser runs. */
  | 'page'
  /** A module that shows types, which a compiler verifies. */
  | 'types'
  /** A part of the function `register`, or a property of the plugin object. */
  | 'part';

/** All documents of the project, by their paths. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

export interface Snippet {
  /** The heading above it, and its number below that heading. */
  readonly title: string;
  readonly kind: SnippetKind;
  readonly language: 'js' | 'ts';
  readonly code: string;
}

/** All JavaScript and TypeScript blocks of a document. */
export function snippetsOf(file: string): Snippet[] {
  const snippets: Snippet[] = [];
  const numbers = new Map<string, number>();
  let heading = '';
  for (const [, title, language, code] of readFileSync(file, 'utf8').matchAll(
    /^#+ (.+)$|^```(\S*)[^\n]*\n([^]*?)^```$/gm,
  )) {
    if (title !== undefined) heading = title;
    if ((language !== 'js' && language !== 'ts') || code === undefined) continue;
    const number = (numbers.get(heading) ?? 0) + 1;
    numbers.set(heading, number);
    snippets.push({ title: `${heading}, ${number}`, kind: kindOf(code), language, code });
  }
  return snippets;
}

function kindOf(code: string): SnippetKind {
  if (/\bfrom '\/|\bimport\('\/|\b(document|window)\./.test(code)) return 'page';
  if (/^export default /m.test(code)) return 'plugin';
  if (/^(describe\w*|it)\(/m.test(code)) return 'tests';
  if (/^import type /m.test(code)) return 'types';
  return 'part';
}

/** All blocks of a document with their language. */
const blocksOf = (file: string): { language: string; code: string }[] =>
  [...readFileSync(file, 'utf8').matchAll(/^ *```(\S*)[^\n]*\n([^]*?)^ *```$/gm)].map(
    ([, language = '', code = '']) => ({ language, code }),
  );

/** The first block of a language in a document. */
export function firstBlock(file: string, language: 'html' | 'json'): string {
  const found = blocksOf(file).find((block) => block.language === language);
  if (!found) throw new Error(`${file} has no block of ${language}`);
  return found.code;
}

/** Blocks of a document that start a server with plugins, or set its environment for them. */
export const startsWithPlugins = (file: string): string[] =>
  blocksOf(file)
    .filter(({ language, code }) => ['', 'sh'].includes(language) && /\bPLUGINS=/.test(code))
    .map(({ code }) => code);

/** Wraps a part of a plugin into a module. Imports from the contract and of joi are added. */
export function moduleAround(part: string): string {
  const imports = [...part.matchAll(/^import [^;]+;$/gm)].map(([line]) => line);
  const body = imports.reduce((rest, line) => rest.replace(line, ''), part).trim();
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(part) && !imports.join().includes(name);
  const used = Object.keys(contract).filter((name) => name !== 'API_VERSION' && isUsed(name));
  return [
    ...imports,
    `import { ${['API_VERSION', ...used].join(', ')} } from '@photofinch/plugin-api';`,
    ...(isUsed('Joi') ? [`import Joi from 'joi';`] : []),
    `export default {`,
    `name: 'documented-part', version: '1.0.0', apiVersion: API_VERSION,`,
    /^\w+: /.test(body) ? body : '',
    `async register(host) {`,
    /^\w+: /.test(body) ? '' : body.startsWith('{') ? `host.routes([${body.replace(/[,;]$/, '')}]);` : body,
    `} };`,
  ].join('\n');
}
