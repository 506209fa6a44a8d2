import type { App } from '../app.ts';
import { language } from '../strings/language.ts';
import type { Action } from './action.ts';

/** One action per plugin page in the navigation. */
export const pluginPageActions = ({ pluginMenu }: App): Action[] =>
  pluginMenu.value.map(({ path, label }) => ({
    id: `go-${path}`,
    label: () => label[language],
    icon: 'plugin',
    role: 'read',
    group: 'go',
    isOffered: () => true,
    run: () => {
      location.assign(path);
    },
  }));
