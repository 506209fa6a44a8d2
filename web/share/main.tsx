import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/share.css';
import { render } from 'preact';
import { loadTownNames } from '../strings/town-names.ts';
import { SharePage } from './page.tsx';
import { SharedAlbum } from './shared-album.ts';
import { language } from './text.ts';

await loadTownNames(language);
const element = document.getElementById('app');
if (element) render(<SharePage album={new SharedAlbum(location.pathname)} />, element);
