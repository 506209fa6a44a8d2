import type { JSX } from 'preact';
import { useApp } from '../app.ts';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { Sections } from '../components/elements/sections.tsx';
import { words } from '../strings/admin/index.ts';
import { words as encryption } from '../strings/encryption/index.ts';
import { formatCount } from '../state/format.ts';
import { text } from '../strings/index.ts';
import '../styles/panel.css';
import '../styles/admin.css';
import { AuditSection } from './admin/audit.tsx';
import { BackupsSection } from './admin/backups.tsx';
import { ChecksSection } from './admin/checks.tsx';
import { EncryptionSection } from './admin/encryption.tsx';
import { FailuresSection } from './admin/failures.tsx';
import { OverviewSection } from './admin/overview.tsx';
import { PluginsSection } from './admin/plugins.tsx';
import { UsersSection } from './admin/users.tsx';
import type { PageProps } from './page-props.ts';

const first = { about: null, title: words.overview, Section: OverviewSection };
const sections = [
  first,
  { about: 'failures', title: words.failures, Section: FailuresSection },
  { about: 'users', title: words.users, Section: UsersSection },
  { about: 'backups', title: words.backups, Section: BackupsSection },
  { about: 'plugins', title: words.plugins, Section: PluginsSection },
  { about: 'encryption', title: encryption.title, Section: EncryptionSection },
  { about: 'checks', title: words.checks, Section: ChecksSection },
  { about: 'audit', title: words.audit, Section: AuditSection },
];

/** The administration of the server. */
export default function AdminPage({ place }: PageProps): JSX.Element {
  const { watch } = useApp();
  const { about, Section } = sections.find(({ about }) => about === place.about) ?? first;
  const failedCount = watch.status.value?.failed ?? 0;
  const sectionsWithNotes = sections.map((section) =>
    section.about === 'failures' && failedCount > 0 ? { ...section, note: formatCount(failedCount) } : section,
  );
  return (
    <PageFrame title={text.pages.admin}>
      <Sections page="admin" label={words.sections} sections={sectionsWithNotes} here={about} />
      <div class="panels">
        <Section key={about} />
      </div>
    </PageFrame>
  );
}
