import { createServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { RecordCdrs } from '@trunkline/cdr';
import { Clock } from '@trunkline/kernel';
import { Log, Metrics, MovableClock, type Settings } from '@trunkline/platform';
import { FollowCalls, Heartbeats, OperatorCalls, RouteCall, SwitchReports } from '@trunkline/voice-routing';
import { AppModule } from './app.module';
import { serveDashboard } from './dashboard/serve-dashboard';
import { GracefulServer, RECENT_MS } from './graceful-server';
import { Draining } from './health/draining';
import { declareEndpoints } from './http/endpoint/declare-endpoints';
import { EnvelopeAdapter } from './http/answers/envelope.adapter';
import { indexRoutes } from './http/endpoint/indexed-routes';
import { expressPrototypes } from './http/guard/express-prototypes';
import { useMiddleware } from './http/guard/middleware';
import { answerUnreadable } from './http/guard/unreadable-requests';
import { serveDocuments } from './http/openapi/serve-documents';
import { createInternalHandler } from './internal/internal-handler';
import { Streams } from './http/streams/streams';
import { NestLog } from './nest-log';
import { describeApi, serversOf } from './reference/reference';
import { createSwitchHandler, SwitchInterface, SwitchMetrics, SwitchTokens } from './switch';
import { ApiHeartbeat } from './switch/api-heartbeat';

export interface RunningApi {
  readonly app: NestExpressApplication;
  readonly port: number;
  readonly internalPort: number;
  /** Drains, finishes requests in flight, and closes everything. */
  readonly close: () => Promise<void>;
}

/** Creates the application without listening, for tools that need its document. */
async function createApi(settings: Settings): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings),
    new EnvelopeAdapter(server()),
    {
      bodyParser: false,
      // `main` reports a failed start; the log is available once the modules are.
      logger: false,
      abortOnError: false,
    },
  );
  app.useLogger(new NestLog(app.get(Log)));
  app.set('trust proxy', settings.TRUST_PROXY);
  app.set('etag', false);
  app.disable('x-powered-by');
  useMiddleware(app, settings);
  declareEndpoints(app);
  const documents = () => describeApi(serversOf(settings));
  const api = () => documents().api;
  serveDocuments(app, { '/openapi.json': api, '/operator/openapi.json': () => documents().operator }, api);
  serveDashboard(app, settings);
  await app.init();
  indexRoutes(app.getHttpAdapter().getInstance());
  return app;
}

/** Paths are case-sensitive and exact. Set before the adapter creates the router. */
function server(): Express {
  return express().set('case sensitive routing', true).set('strict routing', true);
}

/**
 * Starts the public listener, and the internal one for switches, operators and metrics. Closing waits until idle connections
 * were unused for `recentMs`.
 */
export async function startApi(settings: Settings, recentMs = RECENT_MS): Promise<RunningApi> {
  const app = await createApi(settings);
  const handler = app.getHttpAdapter().getInstance();
  const options = { keepAliveTimeout: settings.KEEP_ALIVE_SECONDS * 1000 };
  const publicServer = createServer({ ...options, ...expressPrototypes(handler) }, handler);
  const pub = new GracefulServer(answerUnreadable(publicServer), recentMs);
  const internalHandler = createInternalHandler(switchHandlerOf(app, settings), handler, app.get(Metrics));
  const internal = new GracefulServer(answerUnreadable(createServer(options, internalHandler)), recentMs);
  let closing: Promise<void> | undefined;
  try {
    const port = await pub.listen(settings.PORT, settings.HOST);
    const internalPort = await internal.listen(settings.INTERNAL_PORT, settings.INTERNAL_HOST);
    app.get(ApiHeartbeat).start();
    app.get(Streams).start();
    const close = (): Promise<void> =>
      (closing ??= app
        .get(Draining)
        .begin()
        .then(() => closeAll(app, [pub, internal])));
    return { app, port, internalPort, close };
  } catch (error) {
    await closeAll(app, [pub, internal]);
    throw error;
  }
}

function switchHandlerOf(app: NestExpressApplication, { SWITCH_TOKENS }: Settings) {
  const calls = app.get(OperatorCalls);
  const clock = app.get(Clock);
  const metrics = new SwitchMetrics(app.get(Metrics), () => calls.countLive());
  const { endpoints } = new SwitchInterface(
    app.get(RouteCall),
    app.get(RecordCdrs),
    app.get(SwitchReports),
    app.get(FollowCalls),
    app.get(Heartbeats),
    metrics,
    () => (clock instanceof MovableClock ? clock.offsetSeconds : 0),
  );
  return createSwitchHandler(endpoints, new SwitchTokens(SWITCH_TOKENS), metrics, app.get(Log));
}

async function closeAll(app: NestExpressApplication, servers: readonly GracefulServer[]): Promise<void> {
  const closed = Promise.all(servers.map((server) => server.close()));
  // After the listeners began to close, so that no client of a stream reconnects here.
  await app.get(Streams).endAll();
  await closed;
  await app.close();
}
