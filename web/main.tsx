import './styles/tokens.css';
import './styles/base.css';
import './styles/finch.css';
import './styles/sign-in.css';
import './styles/shell.css';
import './styles/navigation.css';
import './styles/top-bar.css';
import './styles/selection-bar.css';
import './styles/notices.css';
import './styles/toasts.css';
import './styles/photo-grid.css';
import './styles/date-rail.css';
import './styles/dialog.css';
import './styles/page-frame.css';
import './styles/list-title.css';
import './styles/photo.css';
import './styles/stage.css';
import './styles/photo-info.css';
import './styles/forced-colors.css';
import { render } from 'preact';
import { AppProvider } from './app.ts';
import { leaveKeysToInputMethod } from './browser.ts';
import { createApp } from './wiring/create-app.ts';
import { Root } from './pages/root.tsx';

leaveKeysToInputMethod();
const element = document.getElementById('app');
if (element) {
  render(
    <AppProvider value={createApp()}>
      <Root />
    </AppProvider>,
    element,
  );
}
