import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import type { AdmissionBook } from './admission-book.ts';

/** Answers `/mcp/PATH`. A page in a browser of this machine gets nowhere, whatever name it calls us by. */
export function toolApp(book: AdmissionBook, warn: (message: string) => void): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    const refused =
      hostHeaderValidationResponse(c.req.raw, localhostAllowedHostnames()) ??
      originValidationResponse(c.req.raw, localhostAllowedOrigins());
    return refused ?? next();
  });
  const token = bearerAuth({
    verifyToken: (shown, c) => book.admits(c.req.param('path') ?? '', shown),
    noAuthenticationHeader: { message: problem('The call carries no token (Authorization: Bearer …).') },
    invalidAuthenticationHeader: { message: problem('The token is not sent as Authorization: Bearer ….') },
    invalidToken: {
      message: problem('The token opens nothing here; the run it was made for may have ended.'),
    },
  });
  app.all('/mcp/:path', token, async (c) => {
    const endpoint = book.endpoint(c.req.param('path'));
    if (endpoint === null) return c.json(problem('The run has ended.'), 404);
    return endpoint.fetch(c.req.raw);
  });
  app.notFound((c) => c.json(problem('There is nothing here.'), 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    warn(`A call of host tools failed: ${error.message}`);
    return c.json(problem('The call failed inside Symphony; its own output tells more.'), 500);
  });
  return app;
}

/** As JSON-RPC has it, so that programs can show the sentence. */
const problem = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
