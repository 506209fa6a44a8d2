import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginMenu, PluginPages } from '../plugin-pages.ts';
import type { Problem } from './problem.ts';
import { isWording } from './wording.ts';

/** Pages whose folder exists, with its path. */
export interface FoundPages {
  readonly folder: string;
  readonly menu: PluginMenu | undefined;
}

const roles: readonly unknown[] = ['read', 'write', 'admin'];
const longestLabel = 40;
/** The data of an SVG path. */
const drawing = /^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{1,2000}$/;

/** The problem with pages, or else the pages with their path. */
export function pagesOf(pages: Partial<Record<keyof PluginPages, unknown>> | null): FoundPages | Problem {
  if (typeof pages !== 'object' || pages === null) {
    return ['gives pages that are not an object', 'call host.pages({ folder })'];
  }
  const folder = pathOf(pages.folder);
  if (folder === undefined) {
    return ['has pages without a folder', 'give an absolute path, or new URL("./pages/", import.meta.url)'];
  }
  if (!isThere(folder, 'folder')) return [`has pages in ${folder}, which is not there`, 'give a folder that is'];
  const { menu } = pages;
  if (menu === undefined) return { folder, menu };
  const problem = menuProblem(menu);
  if (problem) return problem;
  if (!isThere(join(folder, 'index.html'), 'file')) {
    return ['has a menu of pages without index.html', `put one into ${folder}, or leave the menu out`];
  }
  return { folder, menu: menu as PluginMenu };
}

export const isProblem = (found: FoundPages | Problem): found is Problem => Array.isArray(found);

function pathOf(folder: unknown): string | undefined {
  if (typeof folder === 'string') return isAbsolute(folder) ? folder : undefined;
  return folder instanceof URL && folder.protocol === 'file:' ? fileURLToPath(folder) : undefined;
}

function isThere(path: string, type: 'folder' | 'file'): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return (type === 'folder' ? found?.isDirectory() : found?.isFile()) ?? false;
}

function menuProblem(menu: unknown): Problem | null {
  if (typeof menu !== 'object' || menu === null) return ['has a menu that is not an object', 'give { label, role }'];
  const { label, role, icon } = menu as Partial<Record<keyof PluginMenu, unknown>>;
  if (!isWording(label, longestLabel)) {
    return ['has a menu without a label', `give up to ${longestLabel} characters, or { en, de, fr } with them`];
  }
  if (!roles.includes(role)) return ['does not say who sees its menu', `give role: ${roles.join(', ')}`];
  if (icon === undefined || (typeof icon === 'string' && drawing.test(icon))) return null;
  return ['has a menu whose icon is no drawing', 'give the data of one SVG path, such as M4 12h16'];
}
