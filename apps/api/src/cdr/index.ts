import { CdrsController } from './cdrs.controller';
import { DashboardController } from './dashboard.controller';

export const cdrControllers = [CdrsController, DashboardController];
