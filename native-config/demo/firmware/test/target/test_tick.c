#include "check.h"
#include "tick.h"

TEST(tick_advances_by_itself)
{
    uint32_t start = tick_now();

    tick_wait(2u);
    CHECK_TRUE(tick_now() - start >= 2u);
}
