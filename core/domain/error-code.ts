export { errorCode, isDiskFull } from '../plugin-api/toolkit/error-code.ts';
