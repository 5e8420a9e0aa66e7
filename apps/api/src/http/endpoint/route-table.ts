import { Injectable } from '@nestjs/common';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
}

/**
 * The methods of each path, for 405 responses (RFC 9110, section 15.5.6), and the endpoints that accept forms. Filled at
 * startup.
 */
@Injectable()
export class RouteTable {
  private readonly routes: Route[] = [];
  private readonly forms = new Set<string>();
  private readonly files: Route[] = [];
  private readonly streamedFiles: Route[] = [];

  add(method: string, path: string): void {
    this.routes.push({ method, pattern: patternOf(path) });
  }

  /** Adds an endpoint that accepts a form with a file. Throws if its path has parameters. */
  addForm(method: string, path: string): void {
    if (path.includes(':')) throw new Error(`The path ${path} of a form cannot have parameters.`);
    this.forms.add(`${method} ${path}`);
  }

  takesForm(method: string, path: string): boolean {
    return this.forms.has(`${method} ${path}`);
  }

  /** Adds an endpoint that accepts a CSV file as its body. */
  addCsv(method: string, path: string): void {
    this.files.push({ method, pattern: patternOf(path) });
  }

  takesCsv(method: string, path: string): boolean {
    return this.files.some((route) => route.method === method && route.pattern.test(path));
  }

  /** Adds an endpoint whose body is a CSV file, alone or in a form, that its handler reads. */
  addCsvForm(method: string, path: string): void {
    this.streamedFiles.push({ method, pattern: patternOf(path) });
  }

  takesCsvForm(method: string, path: string): boolean {
    return this.streamedFiles.some((route) => route.method === method && route.pattern.test(path));
  }

  methodsAt(path: string): string[] {
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
