/** Where missions are listed, and where a new one is written. */
export const MISSIONS = '/missions';
export const NEW_MISSION = '/missions?new=1';
