// The whole public surface, and the internal values that models share with the core.

#ifndef LIBRARY_H
#define LIBRARY_H

#include "rangecore.h"
#include "rangecore_batch.h"
#include "rangecore_diff.h"
#include "rangecore_extents.h"
#include "rangecore_host.h"
#include "rangecore_impressions.h"
#include "rangecore_keep.h"
#include "rangecore_lanes.h"
#include "rangecore_motion.h"
#include "rangecore_names.h"
#include "rangecore_ranges.h"
#include "rangecore_sections.h"
#include "rangecore_separators.h"
#include "rangecore_snapshot.h"
#include "rangecore_store.h"
#include "rangecore_tickets.h"

#include "../../Sources/CRangeCore/base/proportion.h"
#include "../../Sources/CRangeCore/motion/motion.h"
#include "../../Sources/CRangeCore/ranges/ranges.h"

#endif
