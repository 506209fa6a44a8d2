import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { Sections } from '../components/elements/sections.tsx';
import { words } from '../strings/settings/index.ts';
import { text } from '../strings/index.ts';
import '../styles/panel.css';
import '../styles/settings.css';
import type { PageProps } from './page-props.ts';
import { AccountSection } from './settings/account.tsx';
import { AppearanceSection } from './settings/appearance.tsx';
import { SecuritySection } from './settings/security.tsx';
import { words as sharing } from '../strings/sharing/index.ts';
import { SharesSection } from './settings/shares.tsx';
import { SessionsSection } from './settings/sessions.tsx';

const first = { about: null, title: words.appearance, Section: AppearanceSection };
const sections = [
  first,
  { about: 'account', title: words.account, Section: AccountSection },
  { about: 'security', title: words.security, Section: SecuritySection },
  { about: 'sessions', title: words.sessions, Section: SessionsSection },
];
const writerSections = [...sections, { about: 'shares', title: sharing.title, Section: SharesSection }];

/** Settings of the app and the account. */
export default function SettingsPage({ place }: PageProps): JSX.Element {
  const { session } = useApp();
  const available = session.may('write') ? writerSections : sections;
  const { about, Section } = available.find(({ about }) => about === place.about) ?? first;
  return (
    <PageFrame title={text.pages.settings}>
      <Sections page="settings" label={words.sections} sections={available} here={about} />
      <div class="panels">
        <Section key={about} />
      </div>
    </PageFrame>
  );
}
