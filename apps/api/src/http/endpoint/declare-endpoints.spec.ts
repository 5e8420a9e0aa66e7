import { Controller, Get, Module, Post } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { declareEndpoints } from './declare-endpoints';
import { Endpoint } from './endpoint';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
import { RouteTable } from './route-table';

@Controller('spoken')
class SpokenController {
  @Get(':id')
  @Endpoint({ summary: 'Declared', access: 'numbers:read' })
  get(): string {
    return 'declared';
  }

  @Post()
  @Endpoint({ summary: 'Declared as public', access: 'public' })
  post(): string {
    return 'declared';
  }
}

@Controller('silent')
class SilentController {
  @Get()
  list(): string {
    return 'undeclared';
  }
}

const providers = [RouteTable, { provide: IdempotencyInterceptor, useValue: { intercept: () => null } }];

@Module({ imports: [DiscoveryModule], controllers: [SpokenController], providers })
class SpokenModule {}

@Module({ imports: [DiscoveryModule], controllers: [SpokenController, SilentController], providers })
class SilentModule {}

const appOf = (module: object) => NestFactory.create<NestExpressApplication>(module, { logger: false });

describe('declareEndpoints', () => {
  it('stops the start and names each endpoint that declares neither a permission nor that it is public', async () => {
    const app = await appOf(SilentModule);
    expect(() => declareEndpoints(app)).toThrow('These endpoints declare no access: SilentController.list.');
  });

  it('notes every route, for 405', async () => {
    const app = await appOf(SpokenModule);
    declareEndpoints(app);
    const routes = app.get(RouteTable);
    expect(routes.methodsAt('/spoken/num_1')).toEqual(['GET']);
    expect(routes.methodsAt('/spoken')).toEqual(['POST']);
    expect(routes.methodsAt('/unspoken')).toEqual([]);
  });
});
