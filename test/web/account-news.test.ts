import { expect } from 'chai';
import type { PluginPages } from '../../core/http/wire.ts';
import { FolderNews } from '../../web/state/photos/folder-news.ts';
import { PluginMenu } from '../../web/state/server/plugin-menu.ts';

describe('what the navigation has for an account', () => {
  it('is not what the server answers late for the one before', async () => {
    const answers: (() => void)[] = [];
    const late = <T>(answer: T): Promise<T> =>
      new Promise((resolve) => {
        answers.push(() => {
          resolve(answer);
        });
      });
    const folders = new FolderNews(() => late({ seen: true }));
    const menu = new PluginMenu(() => late({ pages: [{}] } as PluginPages));
    const reads = [folders.refresh(), menu.refresh()];
    for (const part of [folders, menu]) part.forget();
    for (const answer of answers) answer();
    await Promise.all(reads);
    expect([folders.seen, menu.pages]).to.deep.equal([false, []]);
  });
});
