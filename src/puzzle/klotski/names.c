// SPDX-License-Identifier: MIT
// The openings that Klotski players know by name. tests/golden/klotski holds the same boards, and its README names their source.

#include "huarong/klotski.h"

static const hr_klotski_opening OPENINGS[] = {
    // The classical table of eight.
    {"横刀立马", "TXXTBXXBTLRTBooBo..o"},
    {"层拦叠障", "TXXoBXXoLRooTLRTB..B"},
    {"层层设防", "TXXTBXXBoLRooLRo.LR."},
    {"水泄不通", "oXXToXXBLRLRLRLRo..o"},
    {"过五关", "oXXooXXoLRLRLRLR.LR."},
    {"峰回路转", "oooTXXTBXXBT.LRB.oLR"},
    {"一路进军", "TXXoBXXoTTToBBBo.LR."},
    {"井中之蛙", "oLRoTXXTBXXBoLRo.LR."},
    // The list of forty, without the openings above.
    {"指挥若定", "TXXTBXXBoLRoTooTB..B"},
    {"将拥曹营", ".XX.TXXTBTTBoBBoLRoo"},
    {"齐头并进", "TXXTBXXBooooTLRTB..B"},
    {"并分三路", "oXXoTXXTBLRBTooTB..B"},
    {"雨声淅沥", "TXXoBXXoTLRTBT.BoB.o"},
    {"左右布兵", "oXXooXXoTTTTBBBB.LR."},
    {"桃花园中", "oXXoTXXTBTTBoBBo.LR."},
    {"一路顺风", "TXXoBXXoTLRTBoTB.oB."},
    {"围而不歼", "TXXoBXXoTLRoBTTo.BB."},
    {"捷足先登", "oXXooXXo.LR.TTTTBBBB"},
    {"插翅难飞", "TXXoBXXoLRooTLRTB..B"},
    {"守口如瓶", "TXXTBXXBoT.ooB.oLRLR"},
    {"守口如瓶2", "oXXoTXXTBT.BoB.oLRLR"},
    {"双将挡路", "TXXoBXXoTLRTBLRBo..o"},
    {"横马当关", "TXXTBXXBLRLRoT.ooB.o"},
    {"层层设防2", "oXXoTXXTBLRBoLRo.LR."},
    {"兵挡将阻", "oXXToXXBTLRoBLRo.LR."},
    {"堵塞要道", "oXXooXXoTTLRBBLR.LR."},
    {"瓮中之鳖", "TXXTBXXBLRLRoLRoo..o"},
    {"层峦叠嶂", "TXXTBXXBoLRoLRLRo..o"},
    {"水泄不通2", "TXXoBXXoLRLRLRLRo..o"},
    {"四路进兵", "oXXooXXoT.LRB.LRLRLR"},
    {"入地无门", "TXXoBXXooLRoLRLR.LR."},
    {"勇闯五关", "oXXooXXoLRLRLRLR.LR."},
    {"四面楚歌", "TooTBXXBoXXTTLRBB..o"},
    {"前呼后拥", "ooXXLRXXLRLRLRLR..oo"},
    {"兵临曹营", "oXXooXXoTLRTBTTB.BB."},
    {"五将逼宫", "LRLRTXXTBXXBoLRoo..o"},
    {"前挡后阻", "XXLRXXToTTBoBBoo.LR."},
    {"近在咫尺", "oTTToBBBLRooLRXX..XX"},
    {"走投无路", "TXXTBXXBTToTBBoBo..o"},
    {"小燕出巢", "TXXTBXXBLRLRoLRoo..o"},
    {"比翼横空", "LRXXLRXXLRLRo.oTo.oB"},
    {"夹道藏兵", "XXoTXXoBLRLRLRLRo..o"},
    {"屯兵东路", "XXTTXXBBLRooTTooBB.."},
    {"四将连关", "XXLRXXLRTTLRBBooo..o"},
};

const hr_klotski_opening *hr_klotski_openings(size_t *count) {
    *count = sizeof OPENINGS / sizeof OPENINGS[0];
    return OPENINGS;
}
