import { AlarmsController } from './alarms.controller';
import { CdrsController } from './reads/cdrs.controller';
import { DashboardController } from './dashboard.controller';

export const cdrControllers = [CdrsController, DashboardController, AlarmsController];
