import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { ApiKeys, Credentials, Reauthentication, SigningKeys } from '@trunkline/identity';
import { alias, PlatformModule, type Settings } from '@trunkline/platform';
import { EventTail } from '@trunkline/webhooks';
import { CdrStream } from './cdr/reads/cdr-stream';
import { controllers } from './controllers';
import { Draining } from './health/draining';
import { Health } from './health/health';
import { AccessTokens } from './http/credentials/access-tokens';
import { Authenticator } from './http/credentials/authenticator';
import { AccessTokenStrategy, ApiKeyStrategy } from './http/credentials/bearer.strategies';
import { OperatorTokens } from './http/credentials/operator-tokens';
import { CredentialLookup, ExposedKeys, RecentSignIn, TokenKeys } from './http/credentials/ports';
import { SessionStrategy } from './http/credentials/session.strategy';
import { Cursors } from './http/answers/cursors';
import { Admission } from './http/guard/admission';
import { EdgeGuard } from './http/guard/edge.guard';
import { ErrorFilter } from './http/answers/error.filter';
import { UnknownPage } from './http/answers/unknown-page';
import { HttpMetrics } from './http/endpoint/http-metrics';
import { IdempotencyInterceptor } from './http/endpoint/idempotency.interceptor';
import { KeysInUrls } from './http/guard/keys-in-urls';
import { RateLimiter } from './http/limits/rate-limiter';
import { RouteTable } from './http/endpoint/route-table';
import { DeviceCookies } from './http/credentials/device-cookies';
import { StreamSignals } from './http/streams/ports';
import { Streams } from './http/streams/streams';
import { SessionCookies } from './http/credentials/session-cookies';
import { ValidationPipe } from './http/fields/validation';
import { AccountLimits } from './identity/accounts/account-limits';
import { ProviderBrowser } from './identity/identity-providers/provider-browser';
import { AuthorizationServer } from './oauth/authorization-server';
import { ApiHeartbeat } from './switch';

@Module({})
export class AppModule {
  static forRoot(settings: Settings): DynamicModule {
    const service = settings.serves('public') ? 'api' : 'internal-api';
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot(settings, service, persistence), ContextMapModule, DiscoveryModule],
      controllers,
      providers: [
        AccessTokens,
        AccountLimits,
        Admission,
        ApiHeartbeat,
        AccessTokenStrategy,
        ApiKeyStrategy,
        Authenticator,
        AuthorizationServer,
        CdrStream,
        Cursors,
        Draining,
        Health,
        HttpMetrics,
        IdempotencyInterceptor,
        KeysInUrls,
        OperatorTokens,
        ProviderBrowser,
        RateLimiter,
        RouteTable,
        SessionCookies,
        DeviceCookies,
        SessionStrategy,
        Streams,
        UnknownPage,
        alias(CredentialLookup, Credentials),
        alias(ExposedKeys, ApiKeys),
        alias(RecentSignIn, Reauthentication),
        alias(StreamSignals, EventTail),
        alias(TokenKeys, SigningKeys),
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: EdgeGuard },
        { provide: APP_PIPE, useClass: ValidationPipe },
      ],
    };
  }
}
