export { type HttpFace, type HttpOptions, openHttp } from './face.ts';
