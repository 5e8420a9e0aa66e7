import { Controller, Get, Module, Patch, Post } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Text } from '../fields/fields';
import { DescribedAs } from '../openapi/schema';
import { declareEndpoints } from './declare-endpoints';
import { Endpoint } from './endpoint';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { RouteTable } from './route-table';

class UploadFormDto {}

@Controller('declared')
class DeclaredController {
  @Get(':id')
  @Endpoint({ id: 'things.get', summary: 'Declared', description: 'Returns a text.', access: 'numbers:read' })
  get(): string {
    return 'declared';
  }

  @Post()
  @Endpoint({ id: 'things.get', summary: 'Declared as public', description: 'Returns a text.', access: 'public' })
  post(): string {
    return 'declared';
  }

  @Post('files')
  @Endpoint({
    id: 'things.upload',
    summary: 'Declared with a form',
    description: 'Returns a text.',
    access: 'public',
    form: UploadFormDto,
  })
  upload(): string {
    return 'declared';
  }
}

@Controller('undeclared')
class UndeclaredController {
  @Get()
  list(): string {
    return 'undeclared';
  }
}

class ThingDto {
  @Text({ description: 'A name.' })
  name: string;
}

@Controller('changed')
class ChangedController {
  @Patch()
  @Endpoint({ id: 'things.update', summary: 'Change', description: 'Changes.', access: 'public', answer: ThingDto })
  change(): ThingDto {
    return { name: 'changed' };
  }
}

class DescribedDto {
  @DescribedAs({ type: 'string', description: 'A name.' })
  name: string;
}

@Controller('described')
class DescribedController {
  @Get()
  @Endpoint({ id: 'things.list', summary: 'List', description: 'Lists.', access: 'public', page: DescribedDto })
  list(): { items: DescribedDto[] } {
    return { items: [{ name: 'described' }] };
  }
}

const providers = [RouteTable, { provide: IdempotencyInterceptor, useValue: { intercept: () => null } }];

@Module({ imports: [DiscoveryModule], controllers: [DeclaredController], providers })
class DeclaredModule {}

@Module({ imports: [DiscoveryModule], controllers: [DeclaredController, UndeclaredController], providers })
class UndeclaredModule {}

@Module({ imports: [DiscoveryModule], controllers: [DescribedController], providers })
class DescribedModule {}

@Module({ imports: [DiscoveryModule], controllers: [ChangedController], providers })
class UncheckedModule {}

const appOf = (module: object) => NestFactory.create<NestExpressApplication>(module, { logger: false });

describe('declareEndpoints', () => {
  it('throws an error that names each endpoint without declared access', async () => {
    const app = await appOf(UndeclaredModule);
    expect(() => declareEndpoints(app)).toThrow('These endpoints declare no access: UndeclaredController.list.');
  });

  it('throws an error that names a change that does not say how it checks If-Match', async () => {
    const app = await appOf(UncheckedModule);
    expect(() => declareEndpoints(app)).toThrow('things.update does not declare ifMatch.');
  });

  it('throws an error for an answer with members that are only described', async () => {
    const app = await appOf(DescribedModule);
    expect(() => declareEndpoints(app)).toThrow('DescribedDto.name is only described, so no response can have it.');
  });

  it('records every route, for 405 responses', async () => {
    const app = await appOf(DeclaredModule);
    declareEndpoints(app);
    const routes = app.get(RouteTable);
    expect(routes.methodsAt('/declared/num_1')).toEqual(['GET']);
    expect(routes.methodsAt('/declared')).toEqual(['POST']);
    expect(routes.methodsAt('/unknown')).toEqual([]);
  });

  it('records the endpoints that accept a form', async () => {
    const app = await appOf(DeclaredModule);
    declareEndpoints(app);
    const routes = app.get(RouteTable);
    expect(routes.takesForm('POST', '/declared/files')).toBe(true);
    expect(routes.takesForm('POST', '/declared')).toBe(false);
    expect(routes.takesForm('GET', '/declared/files')).toBe(false);
  });
});
