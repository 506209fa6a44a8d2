export { timeText } from '../plugin-api/toolkit/time-text.ts';
